"""RSS and Atom, read by feedparser; what it may see is looked through before."""

import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import feedparser

from retrieval.corpus.documents import Refusal, SourceFile, Stamp
from retrieval.corpus.formats.entries import Entry, Feed, Words, web_address
from retrieval.corpus.formats.feed_dates import read_feed_date
from retrieval.corpus.formats.titles import title_of
from retrieval.corpus.formats.xml_safety import (
    MENDED,
    XmlFault,
    as_utf8,
    look_through,
    mend_ampersands,
    parse,
)
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.visibility import Claim
from retrieval.types import Visibility

# feedparser holds a feed several times over, and one that forgives takes its time.
MAX_BYTES = 20_000_000
MAX_ELEMENTS = 120_000
MAX_ENTRIES = 10_000
# Of HTML, in all of its texts.
MAX_TAGS = 600_000
# Each is compared with all others of its entry.
MAX_LABELS = 300
MAX_AMPERSANDS = 1_000_000
MAX_BROKEN_BYTES = 1_500_000
_ENTRY = rb"(?:[A-Za-z_][\w.-]*:)?(?:item|entry)"
_ENDS = re.compile(rb"</" + _ENTRY + rb"\s*>")
_BEGINS = re.compile(rb"<" + _ENTRY + rb"[\s>/]")
_TAG = re.compile(rb"<|&(?:lt|#0{0,9}60|#[xX]0{0,9}3[cC]);")
_LABEL = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(?:category|subject)[\s>/]", re.IGNORECASE)
# Words with commas between them become labels, too.
_LONG_KEYWORDS = re.compile(rb"keywords[^<>]*>\s*(?:<!\[CDATA\[)?[^<]{10000}", re.IGNORECASE)
_CLOSED = re.compile(rb"</(?:[A-Za-z_][\w.-]*:)?(?:rss|feed|RDF)\s*>", re.IGNORECASE)
_DECLARATION = b'<?xml version="1.0" encoding="utf-8"?>'
_MODIFIED = re.compile(rb"<(?:dcterms|dct):modified\b|<modified\b")
# How Blogger names, in a category, what is no post.
_BLOGGER_KIND = "schemas.google.com/blogger/2008/kind#"


class _Nobody:
    """Hears of elements and keeps nothing: for whether they are well-formed."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, text: str) -> None: ...
    def close(self) -> None: ...


def read_xml_feed(file: SourceFile) -> Feed:
    """Raises ``XmlFault`` where nothing of it may be read."""
    if len(file.data) > MAX_BYTES:
        raise XmlFault(
            f"it is larger than {MAX_BYTES // 1_000_000} MB, which no feed is; split it."
        )
    data, warning = as_utf8(file.data)
    data = look_through(data, most_elements=MAX_ELEMENTS)
    _weigh(data)
    feed = Feed(warnings=[warning] if warning else [])
    fault = _fault_in(data)
    if fault:
        data = mend_ampersands(data)
        if _fault_in(data) is None:
            feed.warnings.append(MENDED)
        elif len(data) > MAX_BROKEN_BYTES or not _ENDS.search(data):
            raise fault
        else:
            data = _without_half_entry(data, fault, feed, file)
    parsed = feedparser.parse(
        # Bytes alone would be taken for the name of a file.
        io.BytesIO(_DECLARATION + data),
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    about = dict(parsed["feed"])
    feed.title = title_of(str(about.get("title", "")))
    base = dict(about.get("title_detail") or {}).get("base") or file.address
    feed.address = web_address(str(about.get("link", "")), str(base)) or file.address
    feed.language = str(about.get("language", ""))
    feed.authors = _authors(about)
    is_rss = str(parsed.get("version", "")).startswith("rss")
    # RSS has one date, which may be called dc:date, and feedparser takes that for an edit.
    has_one_date = is_rss and not _MODIFIED.search(data)
    feed.entries = [
        _entry(dict(row), feed, is_rss=is_rss, has_one_date=has_one_date)
        for row in parsed["entries"]
    ]
    return feed


def _weigh(data: bytes) -> None:
    """Refuse what would keep feedparser busy for minutes; raises ``XmlFault``."""
    begins = [found.start() for found in _BEGINS.finditer(data)]
    if len(begins) > MAX_ENTRIES:
        raise XmlFault(f"it holds more than {MAX_ENTRIES:,} entries; split it.")
    labels = [found.start() for found in _LABEL.finditer(data)]
    # So many labels apart, and still in one entry.
    far = zip(labels, labels[MAX_LABELS:], strict=False)
    if any(bisect_right(begins, first) == bisect_right(begins, last) for first, last in far):
        raise XmlFault(f"an entry has more than {MAX_LABELS:,} labels, which no essay has.")
    if _LONG_KEYWORDS.search(data):
        raise XmlFault("its list of keywords is longer than any essay's.")
    if any(n > MAX_TAGS for n, _ in enumerate(_TAG.finditer(data), 1)):
        raise XmlFault(f"it holds more than {MAX_TAGS:,} tags; split it.")
    if data.count(b"&") > MAX_AMPERSANDS:
        raise XmlFault(f"it holds more than {MAX_AMPERSANDS:,} entities; split it.")


def _fault_in(data: bytes) -> XmlFault | None:
    try:
        parse(data, _Nobody())
    except XmlFault as fault:
        return fault
    return None


def _without_half_entry(data: bytes, fault: XmlFault, feed: Feed, file: SourceFile) -> bytes:
    """Of XML that is broken, the part in which each entry is whole; says what became of it."""
    whole = [found.end() for found in _ENDS.finditer(data)][-1]
    reason = fault.reason.rstrip(".")
    if _BEGINS.search(data, whole) or not _CLOSED.search(data, whole):
        feed.fault = Refusal(
            file.root,
            file.path,
            f"{reason}; what stands complete above that was taken in, and what came below it is "
            "missing. Fetch the feed again.",
            line=fault.line,
        )
        return data[:whole]
    feed.warnings.append(f"its feed is broken ({reason}, line {fault.line}); compare the text.")
    return data


def _entry(row: dict[str, Any], feed: Feed, *, is_rss: bool, has_one_date: bool) -> Entry:
    names = ["published", "created", *(["updated"] if has_one_date else [])]
    name = next((one for one in names if row.get(one)), "")
    published = _date(row, name)
    updated = _date(row, "updated") if name != "updated" else None
    detail = dict(row.get("title_detail") or {})
    # What FeedBurner's own links led to.
    written = str(row.get("feedburner_origlink") or row.get("link", ""))
    link = web_address(written, str(detail.get("base") or feed.address))
    # Only Atom says so of a title; in RSS feedparser has guessed it.
    is_html = is_rss or detail.get("type") != "text/plain"
    return Entry(
        identity=str(row.get("id", "")),
        link=link,
        title=title_of(str(row.get("title", "")), is_html=is_html),
        content=_content(row),
        summary=_words(row.get("summary_detail")),
        published=published,
        updated=updated,
        date_text=str(row.get(name, "")),
        authors=_authors(row),
        tags=_tags(row),
        language=_language(row),
        claims=tuple(_claims_of(row)),
        skip=_why_no_essay(row),
        is_trash=_is_trash(row),
    )


def _date(row: dict[str, Any], name: str) -> Stamp | None:
    text = row.get(name)
    return read_feed_date(str(text), row.get(f"{name}_parsed")) if text else None


def _content(row: dict[str, Any]) -> Words:
    """The fullest of the texts that an entry gives as its content."""
    given = [_words(one) for one in row.get("content", [])]
    return max(given, key=lambda words: len(words.text), default=Words())


def _words(detail: Any) -> Words:
    if not detail:
        return Words()
    found = dict(detail)
    return Words(
        str(found.get("value", "")),
        is_plain=found.get("type") == "text/plain",
        base=web_address(str(found.get("base") or "")),
    )


def _authors(row: dict[str, Any]) -> tuple[str, ...]:
    people = [dict(one) for one in row.get("authors", [])]
    names = [one_line(str(one.get("name", ""))) for one in people]
    return tuple(dict.fromkeys(filter(None, names)))


def _tags(row: dict[str, Any]) -> tuple[str, ...]:
    labels = (dict(tag) for tag in row.get("tags", []))
    names = (
        title_of(str(label.get("label") or label.get("term") or ""))
        for label in labels
        if _BLOGGER_KIND not in str(label.get("term", ""))
    )
    return tuple(dict.fromkeys(filter(None, names)))


def _language(row: dict[str, Any]) -> str:
    details = [*row.get("content", []), row.get("summary_detail"), row.get("title_detail")]
    found = (str(dict(one).get("language") or "") for one in details if one)
    return str(row.get("language") or next(filter(None, found), ""))


def _claims_of(row: dict[str, Any]) -> Iterator[Claim]:
    """As the Atom Publishing Protocol says it, and Blogger's own export."""
    # Whatever prefix the feed uses.
    marks = (str(row[name]) for name in row if name.rpartition("_")[2] == "draft")
    if any(mark.strip().lower() in {"yes", "true"} for mark in marks):
        yield Claim(Visibility.DRAFT, "export: draft")
    status = str(row.get("blogger_status", "")).strip().lower()
    if status not in {"", "live"}:
        closed = Visibility.DRAFT if status == "draft" else Visibility.PRIVATE
        yield Claim(closed, f"export: status: {status[:60]}")


def _is_trash(row: dict[str, Any]) -> bool:
    status = str(row.get("blogger_status", "")).lower()
    return "trashed" in status or bool(row.get("blogger_trashed"))


def _why_no_essay(row: dict[str, Any]) -> str:
    """Blogger exports comments, settings and templates as entries; an answer is a comment."""
    kinds = [str(dict(tag).get("term", "")) for tag in row.get("tags", [])]
    kind = next((one.partition("#")[2] for one in kinds if _BLOGGER_KIND in one), "")
    kind = kind or str(row.get("blogger_type", "")).lower()
    kind = "comment" if row.get("thr_in-reply-to") else kind
    return f"is no essay but: {kind}." if kind not in {"", "post", "page"} else ""
