"""Reads Ghost's JSON export: posts and pages, each as private as the blog kept it.

Of all its tables only those of posts, tags, names of authors and settings are looked at.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile, Stamp
from retrieval.corpus.formats.authorship import Bylines
from retrieval.corpus.formats.base import OneByOne, Read, Reading
from retrieval.corpus.formats.ghost_cards import without_gated
from retrieval.corpus.formats.ghost_rows import Row, is_true, text_of
from retrieval.corpus.formats.ghost_visibility import claims_of
from retrieval.corpus.formats.items import (
    MAX_ITEMS,
    TOO_LARGE,
    TOO_MANY,
    is_too_large,
    origin_of,
    path_from,
)
from retrieval.corpus.formats.json_safety import JsonFault, load_json
from retrieval.corpus.formats.lexical import html_of_lexical, html_of_mobiledoc
from retrieval.corpus.formats.titles import opening_of, title_of
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.slugs import slug_from_text
from retrieval.corpus.visibility import settle
from retrieval.markdown import plain
from retrieval.markdown.from_html import HtmlFault, to_markdown, words_in
from retrieval.types import DateOrigin, DocType

NAME = "ghost"
_TABLES = ("posts", "tags", "users", "posts_tags", "posts_authors", "posts_meta", "settings")
_HERE = "__GHOST_URL__"


def read_ghost(file: SourceFile, how: Reading) -> Iterator[Read]:
    try:
        tables = _tables_of(load_json(file.data))
    except JsonFault as fault:
        yield Refusal(file.root, file.path, fault.reason, line=fault.line)
        return
    if tables is None:
        yield Skip(file.root, file.path, "it is JSON, and no export of Ghost: it holds no posts.")
        return
    if len(tables["posts"]) > MAX_ITEMS:
        yield Refusal(file.root, file.path, TOO_MANY)
        return
    blog = _Blog(file, tables, how)
    seen: set[str] = set()
    for row in tables["posts"]:
        path = path_from(
            f"post-{text_of(row, 'uuid') or text_of(row, 'id') or text_of(row, 'slug')}"
        )
        if path in seen:
            yield Refusal(blog.root, path, "the export holds it twice; keep one of them.")
            continue
        seen.add(path)
        yield blog.read(row, path)


def _tables_of(whole: Any) -> dict[str, list[Row]] | None:
    """The tables that are looked at; None where it is no export of Ghost."""
    if isinstance(whole, dict) and isinstance(whole.get("db"), list) and whole["db"]:
        whole = whole["db"][0]
    data = whole.get("data") if isinstance(whole, dict) else None
    if not isinstance(data, dict) or not isinstance(data.get("posts"), list):
        return None
    return {
        name: [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        for name in _TABLES
        for rows in [data.get(name)]
    }


class _Blog:
    """One export while it is read."""

    def __init__(self, file: SourceFile, tables: dict[str, list[Row]], how: Reading) -> None:
        self.file, self.how = file, how
        self.settings = {text_of(row, "key"): text_of(row, "value") for row in tables["settings"]}
        title = self.settings.get("title") or file.path.rpartition("/")[2].split(".")[0]
        self.root = origin_of(NAME, "", name=title)
        zone = self.settings.get("timezone") or self.settings.get("activeTimezone") or "UTC"
        self.zone = _zone(zone)
        self.warnings = (
            [] if self.zone else [f"the time zone {zone[:40]!r} is not known; days are UTC's."]
        )
        self.meta = {text_of(row, "post_id"): row for row in tables["posts_meta"]}
        users = {text_of(row, "id"): row for row in tables["users"]}
        tags = {text_of(row, "id"): row for row in tables["tags"]}
        self.tags = _joined(tables["posts_tags"], "tag_id", tags)
        self.authors = _joined(tables["posts_authors"], "author_id", users)
        for post in tables["posts"]:
            # Before blogs had several authors for a post.
            author = users.get(text_of(post, "author_id"))
            if author is not None and not self.authors[text_of(post, "id")]:
                self.authors[text_of(post, "id")] = [author]
        self.bylines = Bylines.of(
            (text_of(row, "name"), text_of(row, "slug"))
            for rows in list(self.authors.values())
            for row in rows
        )

    def read(self, row: Row, path: str) -> Read:
        title = title_of(text_of(row, "title"), is_html=False)
        shown = f"{title!r} " if title else ""
        try:
            html, warnings = _html_of(row)
            if is_too_large(html):
                return Refusal(self.root, path, f"{shown}{TOO_LARGE}", closes=True)
            open_html = without_gated(html)
            if open_html != html:
                warnings.append("a part of it is for members alone, and was left out.")
            # The picture above a text is no text: alone it makes no essay.
            words = words_in(open_html)
            body = to_markdown((self.picture(row) + open_html).replace(_HERE, ""))
        except (JsonFault, HtmlFault) as fault:
            return Refusal(self.root, path, f"{shown}cannot be read: {fault}", closes=True)
        if not words:
            return Refusal(self.root, path, f"{shown}has no text.", closes=True)
        return self.document(row, path, title or opening_of(plain(body)), body, warnings)

    def document(
        self, row: Row, path: str, title: str, body: str, warnings: list[str]
    ) -> SourceDocument:
        number = text_of(row, "id")
        dates, date_warnings = self.dates(row)
        names = tuple(
            filter(None, (one_line(text_of(one, "name")) for one in self.authors[number]))
        )
        byline = self.bylines.claim(names, self.how)
        decision = settle(
            [*claims_of(row, self.meta.get(number, {})), *([byline] if byline else [])],
            dated=[("published_at", dates.published)],
            now=self.how.now,
            ceiling=self.how.ceiling,
        )
        canonical = one_line(text_of(row, "canonical_url") or self._meta(number, "canonical_url"))
        language = (
            text_of(row, "locale") or self.settings.get("locale") or self.settings.get("lang")
        )
        return SourceDocument(
            root=self.root,
            path=path,
            slug_wish=slug_from_text(text_of(row, "slug")) or slug_from_text(title) or path,
            folder=slug_from_text(self.root.partition(":")[2]),
            title=title,
            body=body,
            dates=dates,
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            doc_type=DocType.PAGE if _is_page(row) else DocType.ESSAY,
            description=one_line(text_of(row, "custom_excerpt")),
            language=language if language and len(language) <= 16 else "en",
            authors=names,
            tags=tuple(dict.fromkeys(filter(None, map(_tag, self.tags[number])))),
            canonical_url=canonical if canonical.startswith(("http://", "https://")) else "",
            warnings=(*decision.warnings, *warnings, *date_warnings),
            file=self.file.path,
            source_format=NAME,
            platform="Ghost",
        )

    def picture(self, row: Row) -> str:
        """The picture that stands above a post, where something is said of it."""
        address = text_of(row, "feature_image")
        said, below = (
            text_of(row, name) or self._meta(text_of(row, "id"), name)
            for name in ("feature_image_alt", "feature_image_caption")
        )
        if not address or not (said or below):
            return ""
        image = f'<img src="{escape(address)}" alt="{escape(said)}">'
        return f"<figure>{image}<figcaption>{below}</figcaption></figure>"

    def _meta(self, number: str, name: str) -> str:
        return text_of(self.meta.get(number, {}), name)

    def dates(self, row: Row) -> tuple[Dates, list[str]]:
        published, updated = self.stamp(row, "published_at"), self.stamp(row, "updated_at")
        warnings = list(self.warnings)
        if published is None and text_of(row, "status") == "published":
            warnings.append("the export gives no date for it that can be read.")
        if updated == published:
            updated = None
        export, unknown = DateOrigin.EXPORT, DateOrigin.UNKNOWN
        return Dates(
            published, export if published else unknown, updated, export if updated else unknown
        ), warnings

    def stamp(self, row: Row, name: str) -> Stamp | None:
        """The day where the author lives, if the blog's settings say where; else in UTC."""
        moment = _moment(row.get(name))
        if moment is None:
            return None
        try:
            here = moment.astimezone(self.zone or UTC)
        except (ValueError, OverflowError):
            here = moment
        return Stamp(here.date(), here)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _joined(pairs: list[Row], key: str, rows: Mapping[str, Row]) -> defaultdict[str, list[Row]]:
    """The rows that belong to each post, in the author's order."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for pair in sorted(pairs, key=_order):
        row = rows.get(text_of(pair, key))
        if row is not None:
            found[text_of(pair, "post_id")].append(row)
    return found


def _order(pair: Row) -> int:
    order = pair.get("sort_order")
    return order if isinstance(order, int) else 0


def _html_of(row: Row) -> tuple[str, list[str]]:
    """What readers got, of the field that holds it; raises ``JsonFault``."""
    readers: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("html", str),
        ("lexical", html_of_lexical),
        ("mobiledoc", html_of_mobiledoc),
    )
    fault: JsonFault | None = None
    for name, reader in readers:
        written = row.get(name)
        if not isinstance(written, str) or not written.strip():
            continue
        try:
            return reader(written), [] if fault is None else [f"{fault} It was read as {name}."]
        except JsonFault as found:
            fault = found
    if fault is not None:
        raise fault
    return "", []


def _is_page(row: Row) -> bool:
    """By its type, or as blogs said it before there were types."""
    return text_of(row, "type") == "page" or is_true(row.get("page"))


def _tag(row: Row) -> str:
    """Tags with a hash are for the blog's own use."""
    name = one_line(text_of(row, "name"))
    return "" if name.startswith("#") or text_of(row, "visibility") == "internal" else name


def _moment(value: object) -> datetime | None:
    """A moment as the export's different ages wrote it; without a zone it is UTC."""
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value / 1000, tz=UTC)
        except (ValueError, OverflowError, OSError):
            return None
    text = value.strip() if isinstance(value, str) else ""
    stamp = read_stamp(text) or None
    if stamp is not None and stamp.instant is None:
        stamp = read_stamp(f"{text}Z") or read_stamp(f"{text} 00:00Z")
    return stamp.instant if stamp else None


def _is_ghost(head: bytes) -> bool:
    """By what only an export's outermost keys are called."""
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not text.startswith(b"{"):
        return False
    squeezed = b"".join(text.split())
    return squeezed.startswith((b'{"db":[', b'{"meta":{"exported_on"', b'{"data":{')) or (
        b'"exported_on"' in squeezed and b'"data"' in squeezed
    )


GHOST = OneByOne(NAME, frozenset({".json"}), read_ghost, _is_ghost)
