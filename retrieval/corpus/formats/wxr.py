"""WXR, WordPress's own dialect of RSS: what it says of a blog, its authors and its items.

Of comments nothing is kept, not even in memory; of a password only that there is one.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from retrieval.corpus.formats.items import MAX_ITEMS, TOO_MANY
from retrieval.corpus.formats.xml_safety import (
    MENDED,
    XmlFault,
    as_utf8,
    look_through,
    mend_ampersands,
    parse,
)
from retrieval.corpus.sources import MAX_ESSAY_BYTES

# The dialect's version stands in its namespace: 1.0, 1.1 or 1.2.
_NAMESPACES = (
    (re.compile(r"https?://wordpress\.org/export/[\d.]+/excerpt/"), "excerpt"),
    (re.compile(r"https?://wordpress\.org/export/[\d.]+/"), "wp"),
    (re.compile(r"http://purl\.org/rss/1\.0/modules/content/"), "content"),
    (re.compile(r"http://purl\.org/dc/elements/1\.1/"), "dc"),
)
MARK = b"://wordpress.org/export/"
# Fields kept of an item; all else, and all that is nested deeper, is passed by.
_FIELDS = frozenset(
    {
        *("title", "link", "guid", "pubDate", "category", "dc:creator", "content:encoded"),
        *("excerpt:encoded", "wp:post_id", "wp:post_date", "wp:post_date_gmt"),
        *("wp:post_modified", "wp:post_modified_gmt", "wp:post_name", "wp:status"),
        *("wp:post_type", "wp:post_password", "wp:post_parent", "wp:attachment_url"),
    }
)
_CHANNEL_FIELDS = frozenset({"title", "link", "language", "wp:base_blog_url", "wp:base_site_url"})
_ITEM = re.compile(rb"<item[\s>]")
_END_OF_ITEM = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|(?P<end></item\s*>)", re.DOTALL
)
# More than a slip here and there; each costs a look at the whole.
_MOST_BROKEN = 20
_PASSWORD = "wp:post_password"  # noqa: S105 - the name of a field
# Nothing in it is ever shown; it stands for a password that was there.
_SOMETHING = "*"


@dataclass(frozen=True, slots=True)
class Category:
    """``domain``: what it is a label of, as ``post_tag`` or ``author``."""

    domain: str
    nicename: str
    name: str


@dataclass(slots=True)
class Item:
    """One item; each field with all that the export gives for it."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    categories: list[Category] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    size: int = 0

    def text(self, name: str) -> str:
        return next((text for text in self.fields.get(name, ()) if text.strip()), "")


@dataclass(slots=True)
class Blog:
    """What an export says. ``authors``: display names by login.

    ``broken``: what is wrong with items that had to be left out. ``fault``: where it breaks off.
    """

    channel: dict[str, str] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    warning: str = ""
    broken: list[XmlFault] = field(default_factory=list)
    fault: XmlFault | None = None


def read_wxr(data: bytes) -> Blog:
    """All items that stand complete; raises ``XmlFault`` where nothing of it may be read."""
    text, warning = as_utf8(data)
    text = look_through(text)
    blog = _parsed(text, warning)
    if blog.fault or blog.broken:
        mended = mend_ampersands(text)
        if mended != text:
            blog = _parsed(mended, warning or MENDED)
    if blog.fault and not blog.items:
        raise blog.fault
    return blog


def _parsed(text: bytes, warning: str) -> Blog:
    """Behind an item that is broken it goes on with the next one."""
    blog = Blog(warning=warning)
    first = _ITEM.search(text)
    head = text[: first.start()] if first else text
    start = 0
    while True:
        try:
            parse(text, _Listener(blog), head=head if start else b"", start=start)
            return blog
        except XmlFault as fault:
            start = _end_of_item(text, fault.at or 0)
            if (fault.at or 0) <= len(head) or not start or len(blog.broken) >= _MOST_BROKEN:
                blog.fault = fault
                return blog
            blog.broken.append(fault)


def _end_of_item(text: bytes, at: int) -> int:
    """Where the item ends that holds this byte; 0 where it has no end.

    What a reader wrote in a comment is passed by, whatever it looks like.
    """
    ends = (found.end() for found in _END_OF_ITEM.finditer(text) if found["end"])
    return next((end for end in ends if end > at), 0)


class _Listener:
    """Keeps what stands directly in an item, an author or the channel."""

    def __init__(self, blog: Blog) -> None:
        self.blog = blog
        self.path: list[str] = []
        self.item: Item | None = None
        self.author: dict[str, str] = {}
        self.meta: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.words: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.path.append(_short(tag))
        if self.words is not None:
            # A text that was written as elements and not as text.
            self._mark(f"<{self.path[-1].rpartition(':')[2]}>")
            return
        place = self.path[2:]
        if place == ["item"]:
            self.item = Item()
            if len(self.blog.items) >= MAX_ITEMS:
                raise XmlFault(TOO_MANY)
        elif place == ["wp:author"]:
            self.author = {}
        elif place == ["item", "wp:postmeta"]:
            self.meta = {}
        self.words = [] if _is_kept(place) else None
        self.attributes = attributes

    def _mark(self, tag: str) -> None:
        if self.words is not None:
            self.words.append(tag)

    def data(self, text: str) -> None:
        if self.words is not None and not (self.item and self.item.size > MAX_ESSAY_BYTES):
            self.words.append(text)
            if self.item:
                self.item.size += len(text)

    def end(self, tag: str) -> None:
        place = self.path[2:]
        if self.words is not None and not _is_kept(place):
            self._mark(f"</{self.path.pop().rpartition(':')[2]}>")
            return
        if self.words is not None:
            self._keep(place, "".join(self.words))
            self.words = None
        if place == ["item"] and self.item:
            self.blog.items.append(self.item)
            self.item = None
        elif place == ["wp:author"]:
            login = self.author.get("wp:author_login", "")
            self.blog.authors[login] = self.author.get("wp:author_display_name", "") or login
        elif place == ["item", "wp:postmeta"] and self.item:
            self.item.meta[self.meta.get("wp:meta_key", "")] = self.meta.get("wp:meta_value", "")
        self.path.pop()

    def close(self) -> None:
        """Nothing is left to do: each element was kept as it ended."""

    def _keep(self, place: list[str], text: str) -> None:
        name = place[-1]
        if len(place) == 1:
            self.blog.channel.setdefault(name, text.strip())
        elif place[0] == "wp:author":
            self.author[name] = text.strip()
        elif len(place) == 3:
            self.meta[name] = text.strip()
        elif name == "category" and self.item:
            get = self.attributes.get
            self.item.categories.append(
                Category(get("domain", "category"), get("nicename", ""), text.strip())
            )
        elif self.item:
            kept = _SOMETHING if name == _PASSWORD and text.strip() else text
            self.item.fields.setdefault(name, []).append(kept)


def _is_kept(place: list[str]) -> bool:
    match place:
        case [name]:
            return name in _CHANNEL_FIELDS
        case ["item", name]:
            return name in _FIELDS
        case ["item", "wp:postmeta", name]:
            return name in {"wp:meta_key", "wp:meta_value"}
        case ["wp:author", name]:
            return name in {"wp:author_login", "wp:author_display_name"}
    return False


@lru_cache(maxsize=1000)
def _short(tag: str) -> str:
    """The prefix that is usual and the name, whatever prefix the file uses."""
    if not tag.startswith("{"):
        return tag
    address, _, name = tag[1:].partition("}")
    for form, prefix in _NAMESPACES:
        if form.fullmatch(address):
            return f"{prefix}:{name}"
    return f"{address}:{name}"
