"""What travels between the engine and a provider: the brief in, the draft out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from ledger.types import DatedPosition
from retrieval.types import Passage

# Why a draft declines that its model would not write: this says nothing of the writing.
UNWILLING = "provider_refusal"


# The provider that quotes and never writes: what it says are the author's own words.
QUOTES_ALONE = "extractive"


class Verdict(StrEnum):
    """How far the passages that a sentence cites bear it out. ``none`` never leaves."""

    VERBATIM = "verbatim"
    SUPPORTED = "supported"
    PARTLY = "partly"
    NONE = "none"


class Check(StrEnum):
    """What our own checks did to a draft; they are counted, and tell no word of it.

    ``leak_blocked``: all that the leak filter found, each under its own name as well.
    """

    UNMAPPED_MARKER = "unmapped_marker"
    LEAK_BLOCKED = "leak_blocked"
    LEAK_RUN = "leak_run"
    LEAK_NAME = "leak_name"
    LEAK_FACT = "leak_fact"
    LEAK_WORD = "leak_word"
    LEAK_JOINED = "leak_joined"
    LEAK_LEANING = "leak_leaning"
    LEAK_HINT = "leak_hint"
    LEAK_DISGUISE = "leak_disguise"
    LEAK_SOURCE = "leak_source"
    LEAK_UNCHECKED = "leak_unchecked"
    UNSUPPORTED = "unsupported"
    QUOTE_CHANGED = "quote_changed"
    DATE_CHANGED = "date_changed"


Checks = Mapping[Check, int]


def together(first: Checks, second: Checks) -> Checks:
    """How often each check did something, in both."""
    return {one: first.get(one, 0) + second.get(one, 0) for one in {**first, **second}}


@dataclass(frozen=True, slots=True)
class Source:
    """One numbered passage as a provider is shown it; ``[S1]`` is number 1.

    ``sentences`` are plain text, in order, each exactly as it may be quoted.
    """

    number: int
    passage: Passage
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiveFact:
    """A fact from outside the writing: told in prose with its source, never cited."""

    text: str
    source: str
    fetched: datetime


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a provider may know: the question, the numbered sources, the author.

    ``positions``: the author's dated views that the question is about, oldest first.
    ``background``: the bare words of withheld texts, never to be cited, named or quoted.
    ``live``: a fact from outside, which the site tells by itself. ``has_more_room``: whether a
    reply to the same was cut off before, and this one may be longer.
    """

    question: str
    author: str
    sources: tuple[Source, ...]
    today: date
    archive_from: date | None
    archive_to: date | None
    positions: tuple[DatedPosition, ...] = ()
    background: tuple[str, ...] = ()
    live: LiveFact | None = None
    has_more_room: bool = False


@dataclass(frozen=True, slots=True)
class Cite:
    """A claim of support: a source's number and the exact words, empty if not given."""

    source: int
    quote: str = ""


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """A sentence of a draft. ``text`` has no markers left in it; ``cites`` hold them.

    ``verdict``: what our own checks say of it; None until they have.
    """

    text: str
    cites: tuple[Cite, ...] = ()
    paragraph: int = 0
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a provider charged for; zero where nothing was.

    ``input_tokens``: all that it read; of these ``written_tokens`` were put into its own cache
    of prompts and ``cached_tokens`` came from there. ``cost_usd``: 0 also where nobody has said
    what the model costs.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    written_tokens: int = 0
    cached_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost_usd + other.cost_usd,
            self.written_tokens + other.written_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """What a provider wrote, before the server's own checks.

    ``declined``: the provider itself says that the sources do not cover the question
    (by rule or in words); ``declined_parts`` are halves of the question left open.
    ``reason``: a short fixed word for the gap log. ``checks``: what our own checks did to
    it so far, and ``corrections``: what of that readers are told. ``written``: the model's
    text as it came, for the leak filter alone.
    """

    sentences: tuple[DraftSentence, ...]
    provider: str
    model: str
    declined: bool = False
    reason: str = ""
    declined_parts: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    checks: Checks = field(default_factory=dict)
    corrections: tuple[str, ...] = ()
    written: str = ""
