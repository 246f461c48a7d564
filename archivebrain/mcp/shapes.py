"""What the tools give back, field by field, so that a client can rely on it."""

from typing import Any, Literal

from pydantic import BaseModel


class SentenceShape(BaseModel):
    """A sentence of an answer, and how far its citations bear it out; null: the site's own."""

    text: str
    citations: list[int]
    verdict: Literal["verbatim", "supported", "partly"] | None


class CitationShape(BaseModel):
    """A number in an answer, and the exact words behind it."""

    n: int
    slug: str
    title: str
    url: str
    deep_link: str
    heading: str
    published: str | None
    quote: str


class PositionShape(BaseModel):
    """A dated view of the author's, and what became of it."""

    concept: str
    stance: str
    dated: str | None
    lifecycle: Literal["held", "superseded", "retracted"]
    label: Literal["current", "refined", "reversed", "retracted"]
    url: str


class AnswerShape(BaseModel):
    """An answer as ``ask --json`` prints it."""

    id: str
    status: Literal["answered", "declined"]
    searched_for: str | None
    answer: str
    sentences: list[SentenceShape]
    citations: list[CitationShape]
    positions: list[PositionShape]
    live: dict[str, str] | None
    corrections: list[str]
    degraded: list[str]
    suggestions: list[str]
    usage: dict[str, Any]
    took_ms: int
    versions: dict[str, str]


class FoundEssayShape(BaseModel):
    """The essay that a passage stands in."""

    slug: str
    title: str
    url: str
    published: str | None
    doc_type: str


class PassageShape(BaseModel):
    """A passage with its place and its score."""

    rank: int
    score: float
    essay: FoundEssayShape
    heading: str
    text: str
    deep_link: str
    lanes: dict[str, int | None]
    base: float
    boost: float
    bucket: Literal["current", "historical", "record_only"]


class PassagesShape(BaseModel):
    """Passages as ``search --json`` prints them."""

    query: str
    results: list[PassageShape]
    degraded: list[str]
    took_ms: int
    versions: dict[str, str]


class EssayShape(BaseModel):
    """An essay without its text."""

    slug: str
    title: str
    url: str
    deep_link: str
    published: str | None
    updated: str | None
    doc_type: str
    language: str
    series: str
    tags: list[str]
    description: str


class StatedShape(PositionShape):
    """One row of a concept's story, with the words that bear it out."""

    id: str
    basis: Literal["published", "in_text", "undated"]
    change: Literal["refined", "reversed", "retracted", "reaffirmed"] | None
    supersedes: str | None
    reaffirms: str | None
    retracted: str | None
    because: str
    is_notice: bool
    essay: dict[str, str]
    receipt: str
    deep_link: str


class WholeEssayShape(EssayShape):
    """An essay with its text."""

    authors: list[str]
    markdown: str
    also_published: list[dict[str, str]]
    positions: list[StatedShape]


class TermShape(BaseModel):
    """A word as the author uses it."""

    term: str
    aliases: list[str]
    definition: str
    url: str
    related: list[dict[str, str]]
    essays: list[EssayShape]


class StoryShape(BaseModel):
    """A concept with all that was held on it, oldest first; ``now`` is what still is."""

    slug: str
    name: str
    url: str
    changes: int
    now: list[StatedShape]
    positions: list[StatedShape]


class QuotedEssayShape(BaseModel):
    """The essay in which quoted words stand."""

    slug: str
    title: str
    url: str
    published: str | None


class FoundWordsShape(BaseModel):
    """Words as an essay has them; ``dated`` is when they were said."""

    words: str
    essay: QuotedEssayShape
    deep_link: str
    dated: str | None


class StretchShape(BaseModel):
    """Words in a row that the quotation and the essay share, or that one of them alone has."""

    whose: Literal["both", "quoted", "written"]
    words: str


class VerificationShape(BaseModel):
    """What became of a quotation, and how the essay has its words."""

    quote: str
    verdict: Literal["verbatim", "altered", "stitched", "another_work", "not_found"]
    match: Literal["exact", "same_words"] | None
    words: str
    essay: QuotedEssayShape | None
    deep_link: str | None
    dated: str | None
    first: str | None
    parts: list[FoundWordsShape]
    differences: list[StretchShape]
    positions: list[PositionShape]


class FoundShape(BaseModel):
    """One of ``search``'s results."""

    id: str
    title: str
    url: str


class FoundListShape(BaseModel):
    """What ``search`` gives: the shape that connectors expect."""

    results: list[FoundShape]


class FetchedShape(BaseModel):
    """What ``fetch`` gives: the shape that connectors expect."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]
