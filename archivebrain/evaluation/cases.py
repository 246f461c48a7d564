"""Golden cases, and the rules by which a search and an answer are judged by them.

No rule reads a figure of the program's own: a case passes or fails by slugs, words and
quotes alone.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum

from retrieval.quoting import same_words
from retrieval.temporal import NO_TIME, AskedTime, Intent
from retrieval.types import Span

# How many distinct essays a source may stand behind, where one is required and where all.
ANY_DEPTH, ALL_DEPTH = 5, 10


class Kind(StrEnum):
    """What a question is like."""

    DEFINITION = "definition"
    SYNTHESIS = "synthesis"
    PARAPHRASE = "paraphrase"
    TEMPORAL = "temporal"
    POSITION = "position"
    DECLINE = "decline"
    LIVE = "live"
    EXACT = "exact"


class Split(StrEnum):
    """``tune``: may be looked at while working. ``holdout``: kept apart."""

    TUNE = "tune"
    HOLDOUT = "holdout"


class Expect(StrEnum):
    """How a question should end."""

    ANSWER = "answer"
    DECLINE = "decline"


class Require(StrEnum):
    """How many of the sources must come back."""

    ANY = "any"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of an essay: those that support a case's answer, or those an answer quotes."""

    slug: str
    quote: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question with what must come back; ``also_right`` never satisfies ``all``.

    ``near``: for a question to be declined, the essays that tempt. ``temporal``: the time
    that the question is about, as its author reads it. ``is_live``: only a live fact, from
    outside the writing, can answer it.
    """

    id: str
    question: str
    kind: Kind
    split: Split
    expect: Expect
    require: Require = Require.ANY
    sources: tuple[str, ...] = ()
    also_right: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    temporal: Mapping[str, str] | None = None
    must_say: tuple[str, ...] = ()
    must_not_say: tuple[str, ...] = ()
    as_of: date | None = None
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What an answer came to. ``words``: its sentences, without marks and markers."""

    is_answered: bool
    words: str
    citations: tuple[Quote, ...] = ()
    is_live: bool = False
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one case went; None where the case does not ask for it.

    ``search_hit``, ``ask_hit``, ``wrong_decline``: for a case that expects an answer.
    ``wrong_answer``: for one that expects a decline. ``supported``: whether a supporting
    quote is among those cited. ``is_time_read``: whether the question's time was read as its
    author does.
    """

    id: str
    kind: str
    search_hit: bool | None = None
    ask_hit: bool | None = None
    wrong_decline: bool | None = None
    wrong_answer: bool | None = None
    supported: bool | None = None
    is_time_read: bool | None = None
    unsaid: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    loose_quotes: tuple[Quote, ...] = ()
    citation_count: int = 0
    asks_for_words: bool = False
    tempted_by: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing about the case went wrong."""
        return not (
            self.search_hit is False
            or self.ask_hit is False
            or self.wrong_decline
            or self.wrong_answer
            or self.unsaid
            or self.forbidden
            or self.loose_quotes
        )


def judge(
    case: Case,
    *,
    found: Sequence[str],
    said: Said,
    bodies: Mapping[str, str],
    asked: AskedTime = NO_TIME,
) -> Verdict:
    """Judge what a search ``found`` (distinct essays, best first) and what was ``said``.

    ``bodies``: the stored text of every public essay that is cited. ``asked``: the time that
    the search read in the question.
    """
    is_answer = case.expect is Expect.ANSWER
    has_sources = is_answer and bool(case.sources)
    cited = dict.fromkeys(one.slug for one in said.citations)
    return Verdict(
        id=case.id,
        kind=case.kind.value,
        search_hit=search_hit(case, found) if has_sources else None,
        ask_hit=ask_hit(case, cited, is_live=said.is_live) if is_answer else None,
        wrong_decline=not said.is_answered if is_answer else None,
        wrong_answer=None if is_answer else said.is_answered,
        supported=_is_supported(case.quotes, said.citations) if is_answer and case.quotes else None,
        is_time_read=reads_alike(case.temporal, asked) if case.temporal else None,
        unsaid=tuple(words for words in case.must_say if not says(said.words, words)),
        forbidden=tuple(words for words in case.must_not_say if says(said.words, words)),
        loose_quotes=tuple(one for one in said.citations if not stands(one, bodies)),
        citation_count=len(said.citations),
        asks_for_words=bool(case.must_say),
        tempted_by=tuple(slug for slug in cited if slug in case.near),
        degraded=said.degraded,
    )


def search_hit(case: Case, found: Sequence[str]) -> bool:
    """Any: a source or ``also_right`` among the first 5 essays. All: each among 10."""
    if case.require is Require.ALL:
        return set(case.sources) <= set(found[:ALL_DEPTH])
    return bool({*case.sources, *case.also_right} & set(found[:ANY_DEPTH]))


def ask_hit(case: Case, cited: Iterable[str], *, is_live: bool = False) -> bool:
    """Any: one of them is cited. All: every source is. A live case needs its live fact."""
    if case.is_live and not is_live:
        return False
    if not case.sources:
        return True
    if case.require is Require.ALL:
        return set(case.sources) <= set(cited)
    return bool({*case.sources, *case.also_right} & set(cited))


def reads_alike(wanted: Mapping[str, str], asked: AskedTime) -> bool:
    """Whether a time was read as the case has it; the original view is also the earliest.

    ``from`` and ``to`` may be years, months or days.
    """
    if _same_end(wanted["intent"]) != _same_end(asked.intent):
        return False
    span = asked.span or Span()
    return (
        ("year" not in wanted or wanted["year"] == str(asked.year))
        and str(span.first or "").startswith(wanted.get("from", ""))
        and str(span.last or "").startswith(wanted.get("to", ""))
    )


def _same_end(intent: str | None) -> str | None:
    return Intent.ORIGINAL if intent == Intent.EARLIEST else intent


def says(text: str, words: str) -> bool:
    """Whether the words stand in a text, whatever their case and the white space."""
    return _folded(words) in _folded(text)


def stands(quote: Quote, bodies: Mapping[str, str]) -> bool:
    """Whether the quote stands in its essay by the same words; an empty one never does."""
    body = bodies.get(quote.slug)
    return body is not None and same_words(quote.quote, body) is not None


def digest_of(cases: Iterable[Case]) -> str:
    """64 hex digits that change with any word of any case, whatever their order."""
    ordered = sorted(cases, key=lambda case: case.id)
    text = json.dumps([asdict(case) for case in ordered], default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _is_supported(wanted: Sequence[Quote], cited: Sequence[Quote]) -> bool:
    """Whether one of the supporting quotes is cited, whole or in part."""
    return any(
        one.slug == other.slug
        and bool(same_words(one.quote, other.quote) or same_words(other.quote, one.quote))
        for one in wanted
        for other in cited
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
