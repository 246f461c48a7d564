"""The values that travel through retrieval: passages, scores and closed sets of words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Self

# What settings say where nobody is named.
UNNAMED_AUTHOR = "the author"
# A longer text is a document and no question; every surface refuses it in a sentence.
MAX_QUESTION_CHARACTERS = 2000


class Visibility(StrEnum):
    """Who may see an essay, from open to closed."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    DRAFT = "draft"
    PRIVATE = "private"


class Tier(StrEnum):
    """What a search is for: texts to cite, or withheld ones that may only inform an answer."""

    PUBLIC = "public"
    BACKGROUND = "background"


class DocType(StrEnum):
    """What kind of writing an essay is."""

    ESSAY = "essay"
    PERSONAL_ESSAY = "personal_essay"
    EXPLAINER = "explainer"
    TUTORIAL = "tutorial"
    NOTE = "note"
    PAGE = "page"
    GLOSSARY = "glossary"

    @property
    def words(self) -> str:
        """As people are told it."""
        return self.value.replace("_", " ")


class NodeKind(StrEnum):
    """What stands in the graph."""

    TERM = "term"
    CONCEPT = "concept"
    POSITION = "position"
    CLAIM = "claim"
    ESSAY = "essay"
    SERIES = "series"
    PLACE = "place"


class LinkKind(StrEnum):
    """What a link that the author drew says."""

    SEE_ALSO = "see_also"
    BUILDS_ON = "builds_on"
    CONTRADICTS = "contradicts"


class EdgeKind(StrEnum):
    """What a step from one node to another says, read from start to end.

    Beside these stand the kinds of links that the author drew.
    """

    DEFINES = "defines"
    RELATED = "related"
    MENTIONS = "mentions"
    LINKS_TO = "links_to"
    HOLDS = "holds"
    STATED_IN = "stated_in"
    SUPERSEDES = "supersedes"
    REAFFIRMS = "reaffirms"
    STANDS_IN = "stands_in"
    ABOUT = "about"
    CLAIMED_IN = "claimed_in"
    PART_OF_SERIES = "part_of_series"
    SYNDICATED_AS = "syndicated_as"


class Certainty(StrEnum):
    """How far a date can be relied on."""

    CERTAIN = "certain"
    LIKELY = "likely"
    UNCERTAIN = "uncertain"
    UNKNOWN = "unknown"


class DateOrigin(StrEnum):
    """Where a date was read; an unknown date has none."""

    FRONT_MATTER = "front_matter"
    EXPORT = "export"
    FEED = "feed"
    FILE_NAME = "file_name"
    PAGE = "page"
    GUESS = "guess"
    UNKNOWN = "unknown"

    @property
    def certainty(self) -> Certainty:
        """What its author or their platform stated is certain; what a page shows is likely."""
        return _CERTAINTY[self]


_CERTAINTY = {
    DateOrigin.FRONT_MATTER: Certainty.CERTAIN,
    DateOrigin.EXPORT: Certainty.CERTAIN,
    DateOrigin.FEED: Certainty.CERTAIN,
    DateOrigin.FILE_NAME: Certainty.LIKELY,
    DateOrigin.PAGE: Certainty.LIKELY,
    DateOrigin.GUESS: Certainty.UNCERTAIN,
    DateOrigin.UNKNOWN: Certainty.UNKNOWN,
}


class Bucket(StrEnum):
    """What a passage may be used for."""

    CURRENT = "current"
    HISTORICAL = "historical"
    RECORD_ONLY = "record_only"


@dataclass(frozen=True, slots=True)
class Span:
    """The days from ``first`` to ``last``, both among them; None leaves an end open."""

    first: date | None = None
    last: date | None = None

    @classmethod
    def of_year(cls, year: int) -> Self:
        return cls(date(year, 1, 1), date(year, 12, 31))

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which essays a search may look at. Public ones, unless code asks for the background.

    ``as_of``: essays dated later, or not dated at all, are left out. ``span``: only essays
    dated within it. ``doc_type``: only this kind of writing. ``language``: only essays in it,
    whatever their region. ``tier``: no address, argument or setting of a reader's ever reaches
    it; private essays are in neither tier.
    """

    as_of: date | None = None
    span: Span | None = None
    doc_type: DocType | None = None
    language: str | None = None
    tier: Tier = Tier.PUBLIC


@dataclass(frozen=True, slots=True)
class EssayRef:
    """What a passage says of the essay it comes from.

    ``url``: the author's canonical address, empty when none is known.
    """

    slug: str
    title: str
    url: str
    published: date | None
    doc_type: DocType


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as an answer sees it, with its score split into base and boost.

    ``key``: stays the same when the essay is indexed again, as ``chunk_id`` does not.
    ``heading_path``: headings from the outermost inwards, without the essay's title.
    ``anchor``: the id of the innermost heading on the essay page; empty above the first.
    ``text``: Markdown as stored; ``plain``: the same without marks, as it is quoted.
    ``lanes``: the rank (from 1) in each lane that ran, None where the lane had it not.
    ``base``: the fused score, from 0 to 1, of this question alone; ``boost``: a factor near 1.
    ``dated``: the date of a later update that it holds, None where it has its essay's.
    """

    chunk_id: int
    key: str
    essay: EssayRef
    heading_path: tuple[str, ...]
    anchor: str
    text: str
    plain: str
    lanes: Mapping[str, int | None]
    base: float
    boost: float
    bucket: Bucket = Bucket.CURRENT
    dated: date | None = None

    @property
    def published(self) -> date | None:
        """When its words were said."""
        return self.dated or self.essay.published

    @property
    def score(self) -> float:
        return self.base * self.boost

    @property
    def heading(self) -> str:
        return " > ".join(self.heading_path)
