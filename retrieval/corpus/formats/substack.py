"""Reads Substack's export: the table of posts and their pages, and nothing of the readers.

The lists of subscribers, deliveries and opens lie in the same zip. They are never opened.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.base import Read, Reading
from retrieval.corpus.formats.titles import opening_of, title_of
from retrieval.corpus.front_matter import plain_name
from retrieval.corpus.slugs import slug_from_text
from retrieval.corpus.sources import Source
from retrieval.corpus.texts import NotText, read_text
from retrieval.corpus.visibility import FALSE_WORDS, TRUE_WORDS, WORDS, Claim, settle
from retrieval.markdown import plain
from retrieval.markdown.from_html import HtmlFault, to_markdown
from retrieval.types import DateOrigin, DocType, Visibility

NAME = "substack"
_TABLE = "posts.csv"
_NUMBERED = re.compile(r"(\d{3,})(?:\..*)?\.html")
# What the pages of an export are called, if its table is not with them.
_ALONE = re.compile(r"(?:.*/)?posts/\d{4,}\.[\w-]+\.html")
# No newsletter has so many posts, and each is looked for.
MAX_ROWS = 20_000
_DOC_TYPES = {"page": DocType.PAGE}
# What stands below it is for those who pay, whatever the table says.
_PAYWALL = re.compile(r"\bpaywall-jump\b|\bPaywallToDOM\b")
_BY_MAIL_ALONE = frozenset({"adhocemail", "email"})

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Substack:
    """An export's folder or zip; all that lies in it goes together."""

    name: str = NAME

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        bases = {
            PurePosixPath(name).parent
            for name in names
            if PurePosixPath(name).name == _TABLE and _is_table(source.peek(name))
        }
        return tuple(name for name in names if _is_in(name, bases) or _is_page_alone(source, name))

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        pages = [name for name in names if _number_of(name)]
        seen: set[str] = set()
        for name in names:
            if PurePosixPath(name).name == _TABLE:
                yield from _read_table(source, name, pages, how, seen)
            elif not _number_of(name):
                yield Skip(source.root, name, "it is a list about readers, which is never read.")
        for page in pages:
            if page not in seen:
                yield _Post(source, page, how).orphan()


def _number_of(name: str) -> str:
    found = _NUMBERED.fullmatch(PurePosixPath(name).name)
    return found[1] if found else ""


def _is_in(name: str, bases: set[PurePosixPath]) -> bool:
    """Whether it lies in an export: its tables, those beside its pages, and the pages."""
    path = PurePosixPath(name)
    if path.suffix.lower() == ".csv":
        return not bases.isdisjoint({path.parent, path.parent.parent})
    return path.parent.name == "posts" and path.parent.parent in bases and bool(_number_of(name))


def _is_page_alone(source: Source, name: str) -> bool:
    """A page without its table may be for paying readers; a page of a site has a head."""
    return bool(_ALONE.fullmatch(name)) and b"<html" not in source.peek(name).lower()


def _is_table(head: bytes) -> bool:
    line = head.decode("utf-8-sig", "replace").partition("\n")[0]
    return {"post_id", "is_published"} <= {one.strip().strip('"') for one in line.split(",")}


def _read_table(
    source: Source, name: str, pages: Sequence[str], how: Reading, seen: set[str]
) -> Iterator[Read]:
    base = PurePosixPath(name).parent / "posts"
    numbered = {_number_of(page): page for page in pages if PurePosixPath(page).parent == base}
    try:
        for row in _rows(source, name):
            post_id = (row.get("post_id") or "").strip()
            page = numbered.get(post_id.partition(".")[0], "")
            if page in seen:
                yield Refusal(NAME, post_id, "posts.csv holds it twice; keep one of them.")
                continue
            seen.update({page} - {""})
            yield _Post(source, page, how, row).read()
    except (csv.Error, NotText) as fault:
        yield Refusal(source.root, name, f"it is no table that can be read ({fault}).")
    except _Unread as unread:
        yield unread.found


class _Unread(Exception):
    def __init__(self, found: Refusal | Skip) -> None:
        super().__init__()
        self.found = found


def _rows(source: Source, name: str) -> Iterator[Row]:
    found = source.read(name)
    if not isinstance(found, SourceFile):
        raise _Unread(found)
    for number, row in enumerate(csv.DictReader(io.StringIO(read_text(found.data)[0]))):
        if number >= MAX_ROWS:
            raise csv.Error(f"more than {MAX_ROWS:,} rows")
        yield {str(key): value for key, value in row.items() if isinstance(value, str)}


class _Post:
    """One post while it is read; ``page`` is its file, empty where the export has none."""

    def __init__(self, source: Source, page: str, how: Reading, row: Row | None = None) -> None:
        self.source, self.page, self.how, self.row = source, page, how, row or {}
        stem = PurePosixPath(page).stem
        self.post_id = self._cell("post_id") or stem
        self.warnings: list[str] = []

    def read(self) -> Read:
        if not self.post_id:
            return Refusal(self.source.root, _TABLE, "a row has no post_id; export it again.")
        if not self.page and self._cell("type") != "podcast":
            return Refusal(
                NAME, self.post_id, "the export has no page for it; export it again.", closes=True
            )
        if not self.page:
            self.warnings.append(
                f"{self.post_id}: the export has no text for it, as it is a recording."
            )
        return self._document(list(self._claims()))

    def orphan(self) -> Read:
        self.warnings.append(
            f"{self.page}: no row of posts.csv tells who may read it, so it is private."
        )
        return self._document([Claim(Visibility.PRIVATE, "export: no row in posts.csv")])

    def _document(self, claims: list[Claim]) -> Read:
        page = self._text()
        if not isinstance(page, str):
            return page
        if _PAYWALL.search(page):
            claims.append(Claim(Visibility.PRIVATE, "export: a paywall in the text"))
        try:
            body = to_markdown(page)
        except HtmlFault as fault:
            return Refusal(NAME, self.post_id, f"{self.page}: {fault}", closes=True)
        published = read_stamp(self._cell("post_date"))
        decision = settle(
            claims,
            dated=[("post_date", published)],
            now=self.how.now,
            ceiling=self.how.ceiling,
        )
        if not self._is_published():
            published = None
        elif published is None:
            self.warnings.append("the export gives no date for it that can be read.")
        named = self.post_id.partition(".")[2]
        title = title_of(self._cell("title")) or opening_of(plain(body))
        return SourceDocument(
            root=NAME,
            path=self.post_id,
            slug_wish=slug_from_text(named) or slug_from_text(title) or self.post_id,
            folder=NAME,
            title=title or named.replace("-", " ").capitalize() or "Untitled",
            body=body,
            dates=Dates(published, DateOrigin.EXPORT if published else DateOrigin.UNKNOWN),
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            doc_type=_DOC_TYPES.get(self._cell("type"), DocType.ESSAY),
            description=title_of(self._cell("subtitle")),
            warnings=(*decision.warnings, *self.warnings),
            file=self.page,
            source_format=NAME,
            platform="Substack",
        )

    def _text(self) -> str | Refusal | Skip:
        if not self.page:
            return ""
        found = self.source.read(self.page)
        if not isinstance(found, SourceFile):
            return found
        try:
            return read_text(found.data)[0]
        except NotText as fault:
            return Refusal(NAME, self.post_id, f"{self.page}: {fault}", closes=True)

    def _claims(self) -> Iterator[Claim]:
        stated = self._cell("is_published").lower()
        if stated not in TRUE_WORDS | FALSE_WORDS:
            yield Claim(Visibility.PRIVATE, f"export: is_published: {stated[:60]}")
        elif stated not in TRUE_WORDS:
            yield Claim(Visibility.DRAFT, "export: draft: is_published is not true")
        audience = self._cell("audience")
        visibility = WORDS.get(plain_name(audience), Visibility.PRIVATE)
        if visibility is not Visibility.PUBLIC:
            paid = " (paid)" if "paid" in audience or "founding" in audience else ""
            yield Claim(visibility, f"export: audience: {audience or 'not stated'}{paid}")
        if plain_name(self._cell("type")) in _BY_MAIL_ALONE:
            yield Claim(Visibility.PRIVATE, "export: sent by mail alone")

    def _is_published(self) -> bool:
        return self._cell("is_published").lower() in TRUE_WORDS

    def _cell(self, name: str) -> str:
        return (self.row.get(name) or "").strip()


SUBSTACK = Substack()
