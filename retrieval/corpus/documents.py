"""The values an import works with: one work as its source tells it, and what was left out."""

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import PurePosixPath

from retrieval.corpus.front_matter import NO_FRONT_MATTER, FrontMatter
from retrieval.types import DateOrigin, DocType, Visibility


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file as it was found.

    ``root``: the absolute folder (or zip) that it was found in; ``path``: below that,
    with forward slashes. ``address``: where it was fetched, for what was; its links lead
    on from there. ``around``: what its folders say of it.
    """

    root: str
    path: str
    data: bytes
    address: str = ""
    around: FrontMatter = NO_FRONT_MATTER

    @property
    def parts(self) -> tuple[str, ...]:
        return PurePosixPath(self.path).parts


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that could not be taken in, and why; ``closes`` hides what it was before.

    A file whose flags can no longer be read may have become a draft, so the essay that
    an earlier import made of it may not stay public.
    """

    root: str
    path: str
    reason: str
    line: int | None = None
    closes: bool = False

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}, line {self.line}"
        return f"{place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Skip:
    """A file that is no essay, named so that nobody misses it."""

    root: str
    path: str
    reason: str
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """A calendar date as the author wrote it, and the instant where time and offset are known."""

    day: date
    instant: datetime | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Another place where a work lives, and the title that it bears there."""

    platform: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Dates:
    """When a work was published and last edited; unknown stays None."""

    published: Stamp | None = None
    published_origin: DateOrigin = DateOrigin.UNKNOWN
    updated: Stamp | None = None
    updated_origin: DateOrigin = DateOrigin.UNKNOWN


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One work as its source tells it.

    ``root`` and ``path`` are how it is known again: a file by its folder and its path, an
    item of an export or feed by its origin (``wordpress:quay.example``) and its number there,
    whatever file carries it. ``file`` is where it was read; empty where that is ``path``.
    ``slug_wish`` is the slug it would have alone, ``folder`` what tells it from a namesake.
    ``body`` is the Markdown after the front matter, with line ends of one kind.
    ``canonical_url`` is where the author sends readers, ``own_url`` where this copy lives.
    ``platform``: what published this copy, empty for files of the author's own site.
    ``sees_folders``: whether what its folders say of it was there to be read.
    """

    root: str
    path: str
    slug_wish: str
    folder: str
    title: str
    body: str
    dates: Dates
    visibility: Visibility
    visibility_reason: str = ""
    doc_type: DocType = DocType.ESSAY
    description: str = ""
    language: str = "en"
    series: str = ""
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    canonical_url: str = ""
    places: tuple[Place, ...] = ()
    warnings: tuple[str, ...] = ()
    file: str = ""
    source_format: str = "markdown"
    own_url: str = ""
    platform: str = ""
    sees_folders: bool = False

    @property
    def read_from(self) -> str:
        """The file that an author would open to see it."""
        return self.file or self.path


@dataclass(frozen=True, slots=True)
class Listing:
    """A title and an address that a platform's list names, without the text.

    ``root`` and ``path``: the list's file. ``elsewhere`` and ``titles``: other addresses and
    titles of the same work in the same row, by which it is known.
    """

    root: str
    path: str
    place: Place
    elsewhere: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    dates: Dates = Dates()
