"""A platform's table of what it carries: titles and addresses, without any text."""

import csv
import io
from collections.abc import Iterator, Mapping

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import Dates, Listing, Place, Refusal, SourceFile
from retrieval.corpus.formats.base import OneByOne, Reading
from retrieval.corpus.front_matter import one_line, plain_name
from retrieval.corpus.syndication import host_of
from retrieval.corpus.texts import NotText, read_text
from retrieval.types import DateOrigin

NAME = "list"
# Columns that say in their own name on which platform a title and an address are.
_PLACES = (
    "hackernoon", "medium", "substack", "devto", "hashnode", "dzone", "linkedin", "published",
    "platform", "syndicated",
)  # fmt: skip
_TITLES = (
    "title", "headline", "post_title", "story_title", "article_title", "story", "name",
    *(f"{place}_title" for place in _PLACES),
)  # fmt: skip
_ADDRESSES = (
    "url", "link", "story_url", "article_url", "post_url", "permalink", "address", "story_link",
    "article_link", "post_link",
    *(f"{place}_{way}" for place in _PLACES for way in ("url", "link")),
)  # fmt: skip
_ORIGINALS = (
    "canonical_url", "canonical", "canonical_link", "original_url", "original_link", "source_url",
    "source_link", "first_seen_at", "blog_url", "blog_link", "own_url",
)  # fmt: skip
_ORIGINAL_TITLES = ("original_title", "canonical_title", "source_title", "blog_title", "own_title")
_PLATFORMS = ("platform", "site", "publication", "where")
_DATES = ("published", "published_at", "published_date", "publish_date", "date")
# A table of statistics is small; a larger one is another kind of table.
MAX_ROWS = 20_000


def _knows(head: bytes) -> bool:
    """Whether the first line names a column of titles and one of addresses."""
    try:
        # A sign may be cut in two at the end.
        line = read_text(head.rpartition(b"\n")[0] or head)[0].partition("\n")[0]
    except NotText:
        return False
    columns = {plain_name(name) for name in next(csv.reader([line], delimiter=_mark_in(line)), ())}
    return bool(columns & _plain(_TITLES)) and bool(columns & _plain(_ADDRESSES))


def _mark_in(line: str) -> str:
    """What stands between the columns; spreadsheets write it as their country does."""
    return max(",;\t", key=line.count)


def _plain(names: tuple[str, ...]) -> set[str]:
    return {plain_name(name) for name in names}


def read_list(file: SourceFile, how: Reading) -> Iterator[Listing | Refusal]:
    try:
        text, _ = read_text(file.data)
    except NotText as fault:
        yield Refusal(file.root, file.path, str(fault))
        return
    rows = csv.DictReader(io.StringIO(text), delimiter=_mark_in(text.partition("\n")[0]))
    try:
        for number, row in enumerate(rows, 1):
            if number > MAX_ROWS:
                yield Refusal(file.root, file.path, f"it has more than {MAX_ROWS} rows; split it.")
                return
            if (cells := _Row(row)).is_filled():
                yield _listing(file, cells, line=rows.line_num)
    except csv.Error as fault:
        yield Refusal(file.root, file.path, f"it is no table that can be read ({fault}).")


def _listing(file: SourceFile, row: "_Row", *, line: int) -> Listing | Refusal:
    url = row.first(_ADDRESSES)
    if not host_of(url) or not url.lower().startswith(("http://", "https://")):
        return Refusal(file.root, file.path, "this row has no web address.", line=line)
    stamp = read_stamp(row.first(_DATES))
    origin = DateOrigin.EXPORT if stamp else DateOrigin.UNKNOWN
    return Listing(
        root=file.root,
        path=file.path,
        place=Place(row.first(_PLATFORMS) or host_of(url), one_line(row.first(_TITLES)), url),
        elsewhere=tuple(filter(host_of, [row.first((name,)) for name in _ORIGINALS])),
        titles=tuple(filter(None, [row.first((name,)) for name in _ORIGINAL_TITLES])),
        dates=Dates(stamp, origin),
    )


class _Row:
    """One row by plain column names; what has no column is no cell."""

    def __init__(self, cells: Mapping[str | None, object]) -> None:
        self._cells = {
            plain_name(name.strip()): value.strip()
            for name, value in cells.items()
            if isinstance(name, str) and isinstance(value, str)
        }

    def is_filled(self) -> bool:
        return any(self._cells.values())

    def first(self, names: tuple[str, ...]) -> str:
        found = (self._cells.get(plain_name(name), "") for name in names)
        return next(filter(None, found), "")


LIST = OneByOne(NAME, frozenset({".csv"}), read_list, _knows)
