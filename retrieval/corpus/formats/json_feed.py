"""JSON Feed 1.0 and 1.1."""

from collections.abc import Mapping
from typing import Any

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import SourceFile
from retrieval.corpus.formats.entries import Entry, Feed, Words, web_address
from retrieval.corpus.formats.json_safety import load_json
from retrieval.corpus.formats.titles import title_of
from retrieval.corpus.front_matter import one_line

VERSION = "jsonfeed.org/version/"


def read_json_feed(file: SourceFile) -> Feed | None:
    """None where it is other JSON; raises ``JsonFault``."""
    whole = load_json(file.data)
    if not isinstance(whole, dict) or VERSION not in _text(whole, "version"):
        return None
    items = whole.get("items")
    rows = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    home = web_address(_text(whole, "home_page_url"))
    feed = Feed(
        title=one_line(_text(whole, "title")),
        address=home or web_address(_text(whole, "feed_url")) or file.address,
        language=_text(whole, "language"),
        authors=_authors(whole),
    )
    feed.entries = [_entry(row, feed.address) for row in rows]
    return feed


def _entry(row: Mapping[str, Any], base: str) -> Entry:
    link = web_address(_text(row, "url"), base)
    published, updated = (_text(row, name) for name in ("date_published", "date_modified"))
    content = Words(_text(row, "content_html"))
    if not content.text.strip():
        content = Words(_text(row, "content_text"), is_plain=True)
    tags = row.get("tags")
    return Entry(
        identity=_text(row, "id"),
        link=link,
        # The format says that a title is plain text.
        title=title_of(_text(row, "title"), is_html=False),
        content=content,
        summary=Words(_text(row, "summary"), is_plain=True),
        published=read_stamp(published),
        updated=read_stamp(updated),
        date_text=published,
        authors=_authors(row),
        tags=tuple(
            dict.fromkeys(
                filter(
                    None, (one_line(str(tag)) for tag in (tags if isinstance(tags, list) else []))
                )
            )
        ),
        language=_text(row, "language"),
    )


def _authors(row: Mapping[str, Any]) -> tuple[str, ...]:
    listed = row.get("authors")
    people = [*(listed if isinstance(listed, list) else []), row.get("author")]
    names = (one_line(_text(one, "name")) for one in people if isinstance(one, dict))
    return tuple(dict.fromkeys(filter(None, names)))


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
