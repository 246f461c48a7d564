"""The values between a question and its checked answer; no Django, no vendor."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from archivebrain.providers.types import Checks, LiveFact, Usage, Verdict
from ledger.types import Label, Lifecycle
from retrieval.differing import Stretch


class Status(StrEnum):
    """How an answer ended. Whoever asks sees one of these two."""

    ANSWERED = "answered"
    DECLINED = "declined"


class Surface(StrEnum):
    """Where a question was asked."""

    PAGE = "page"
    STREAM = "stream"
    API = "api"
    WIDGET = "widget"
    MCP = "mcp"
    COMMAND = "command"
    EVALUATION = "evaluation"

    @property
    def is_for_readers(self) -> bool:
        """Whether a question may leave a gap, a trace or a cached answer behind."""
        return self is not Surface.EVALUATION


class QuestionFault(ValueError):
    """A question that cannot be asked; its text is a sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """A reader's question as it was typed; ``ask`` cleans it, or refuses it.

    ``earlier``: what the same reader asked before it, oldest first; nothing else of the
    conversation is known here, and none of it is kept.
    """

    text: str
    as_of: date | None = None
    surface: Surface = Surface.COMMAND
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """One numbered citation of a finished answer; addresses are absolute."""

    n: int
    slug: str
    title: str
    url: str
    deep_link: str
    heading: str
    published: date | None
    quote: str


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of a finished answer and the numbers it bears.

    ``verdict``: None for what the site itself says.
    """

    text: str
    citations: tuple[int, ...]
    paragraph: int = 0
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class StatedPosition:
    """One of the author's dated views, beside an answer; ``url`` leads to its whole story.

    ``concept`` is the slug, ``name`` what readers call it.
    """

    concept: str
    name: str
    stance: str
    dated: date | None
    lifecycle: Lifecycle
    label: Label
    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer, the same for every surface.

    ``text``: Markdown with markers ``[1]``. ``positions``: the author's dated views that
    the question is about, oldest first. ``corrections``: what our own checks added, as
    sentences. ``suggestions``: questions that the writing does cover. ``degraded``:
    what was down while it was made. ``versions``: what was live (index, ledger, prompt,
    provider, model). ``searched_for``: the whole question that a follow-up was made into;
    empty for one that stands alone. ``checks``: what our own checks did to the draft; no
    reader is told, for a count of what was withheld says that there is something.
    """

    id: str
    status: Status
    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    degraded: tuple[str, ...]
    usage: Usage
    took_ms: int
    versions: dict[str, str]
    positions: tuple[StatedPosition, ...] = ()
    live: LiveFact | None = None
    corrections: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    searched_for: str = ""
    checks: Checks = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finished:
    """An answer with what the gap log needs to know of it.

    ``reason``: why the provider declined, a short fixed word. ``declined_parts``: the halves
    of the question that were left open.
    """

    answer: Answer
    reason: str = ""
    declined_parts: tuple[str, ...] = ()


class QuoteFault(ValueError):
    """A quote that cannot be looked for; its text is a sentence for whoever asked."""


class NamedEssayFault(QuoteFault):
    """The essay that a quote is said to stand in is none that readers know."""


class QuoteVerdict(StrEnum):
    """What became of a quotation, from best to worst."""

    VERBATIM = "verbatim"
    ALTERED = "altered"
    STITCHED = "stitched"
    ANOTHER_WORK = "another_work"
    NOT_FOUND = "not_found"


class Match(StrEnum):
    """How words stand in a text that has them: typography apart, or not."""

    EXACT = "exact"
    SAME_WORDS = "same_words"


@dataclass(frozen=True, slots=True)
class QuotedEssay:
    """The essay in which the words stand; ``url`` is the author's own address, or ours."""

    slug: str
    title: str
    url: str
    published: date | None


@dataclass(frozen=True, slots=True)
class FoundWords:
    """Words as an essay has them, without Markdown marks.

    ``dated``: when they were said; of an update inside an older essay its own day.
    """

    words: str
    essay: QuotedEssay
    deep_link: str
    dated: date | None


@dataclass(frozen=True, slots=True)
class Verification:
    """Where a quotation stands, and what was made of it on the way.

    ``found``: the words themselves, or what comes nearest. ``match``: only of words that stand
    there. ``first``: the earliest day on which they were said. ``parts``: of a stitched
    quotation, in its order. ``differences``: of an altered one. ``positions``: the author's
    dated views that these words state. ``only_case_differs``: nothing but capital letters.
    """

    quote: str
    verdict: QuoteVerdict
    found: FoundWords | None = None
    match: Match | None = None
    first: date | None = None
    parts: tuple[FoundWords, ...] = ()
    differences: tuple[Stretch, ...] = ()
    positions: tuple[StatedPosition, ...] = ()
    only_case_differs: bool = False
