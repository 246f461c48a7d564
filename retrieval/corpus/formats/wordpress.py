"""Reads WordPress's export (WXR): posts and pages, each as private as the blog kept it."""

import re
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, timezone
from functools import partial
from urllib.parse import unquote

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import (
    Dates,
    Refusal,
    Skip,
    SourceDocument,
    SourceFile,
    Stamp,
)
from retrieval.corpus.formats.authorship import Bylines
from retrieval.corpus.formats.base import OneByOne, Read, Reading
from retrieval.corpus.formats.feed_dates import read_feed_date
from retrieval.corpus.formats.items import TOO_LARGE, origin_of, path_from
from retrieval.corpus.formats.pictures import Pictures
from retrieval.corpus.formats.titles import opening_of, title_of
from retrieval.corpus.formats.wordpress_text import html_of, missing_blocks, with_notes, with_shared
from retrieval.corpus.formats.wordpress_visibility import claims_of
from retrieval.corpus.formats.wxr import MARK, Blog, Item, read_wxr
from retrieval.corpus.formats.xml_safety import XmlFault
from retrieval.corpus.slugs import slug_from_address, slug_from_text
from retrieval.corpus.sources import MAX_ESSAY_BYTES
from retrieval.corpus.visibility import settle
from retrieval.markdown import plain
from retrieval.markdown.from_html import HtmlFault, to_markdown
from retrieval.types import DateOrigin, DocType

NAME = "wordpress"
SUFFIXES = frozenset({".xml", ".rss"})
_KINDS = {"post": DocType.ESSAY, "page": DocType.PAGE}
# Where plug-ins keep what a page calls its original.
_CANONICAL_META = (
    *("_yoast_wpseo_canonical", "rank_math_canonical_url", "_seopress_robots_canonical"),
    *("_genesis_canonical_uri", "_aioseop_custom_link"),
)
_WIDEST_OFFSET = timedelta(hours=14)
_MAX_LANGUAGE_CHARS = 16


def read_wordpress(file: SourceFile, how: Reading) -> Iterator[Read]:
    try:
        blog = read_wxr(file.data)
    except XmlFault as fault:
        yield Refusal(file.root, file.path, fault.reason, line=fault.line)
        return
    yield from _Blog(file, blog, how).items()
    for broken in blog.broken:
        told = "; the item there was left out, and the others were taken in. Export it again."
        yield Refusal(file.root, file.path, broken.reason + told, line=broken.line)
    if blog.fault:
        yield Refusal(
            file.root,
            file.path,
            f"{blog.fault.reason.rstrip('.')}; what stands complete above that was taken in, and "
            "all below it is missing. Export the blog again.",
            line=blog.fault.line,
        )


class _Blog:
    """One export while it is read."""

    def __init__(self, file: SourceFile, blog: Blog, how: Reading) -> None:
        self.file, self.blog, self.how = file, blog, how
        channel = blog.channel
        self.address = channel.get("wp:base_blog_url") or channel.get("link", "")
        self.root = origin_of(NAME, self.address, name=channel.get("title", ""))
        written = [item for item in blog.items if item.text("wp:post_type").strip() in _KINDS]
        self.bylines = Bylines.of(
            (name, login) for item in written for login, name in self.creators(item).items()
        )
        self.pictures = Pictures.of(blog.items)
        self.shared = {
            item.text("wp:post_id").strip(): item.text("content:encoded")
            for item in blog.items
            if item.text("wp:post_type").strip() == "wp_block"
            and item.text("wp:status").strip() == "publish"
        }

    def creators(self, item: Item) -> dict[str, str]:
        """Shown names by login; co-authors, where there are some, stand for all."""
        together = {one.nicename: one.name for one in item.categories if one.domain == "author"}
        login = item.text("dc:creator").strip()
        # A login may be an address for mail, which is nobody's business.
        shown = self.blog.authors.get(login, "").partition("@")[0] or login.partition("@")[0]
        return together or ({login: shown} if login else {})

    def items(self) -> Iterator[Read]:
        seen: set[str] = set()
        # Let go one by one, so that no essay is held twice.
        left = deque(self.blog.items)
        self.blog.items.clear()
        while left:
            item = left.popleft()
            path = _path_of(item)
            if path in seen and item.text("wp:post_type").strip() in _KINDS:
                yield Refusal(self.root, path, "the export holds it twice; keep one of them.")
                continue
            seen.add(path)
            yield self.read(item, path)

    def read(self, item: Item, path: str) -> Read:
        title = title_of(item.text("title"))
        kind, status = item.text("wp:post_type").strip(), item.text("wp:status").strip()
        shown = f"{title!r} " if title else ""
        if kind not in _KINDS:
            return Skip(self.root, path, f"{shown}is no post and no page but: {kind or 'nothing'}.")
        if status == "trash":
            return Skip(self.root, path, f"{shown}is in the trash.", closes=True)
        if item.size > MAX_ESSAY_BYTES:
            return Refusal(self.root, path, f"{shown}{TOO_LARGE}", closes=True)
        try:
            return self.document(item, path, title)
        except HtmlFault as fault:
            return Refusal(self.root, path, f"{shown}{fault}", closes=True)

    def document(self, item: Item, path: str, title: str) -> SourceDocument:
        link = item.text("link").strip()
        link = link if _is_address(link) else ""
        content = with_notes(item.text("content:encoded"), item.meta.get("footnotes", ""))
        gallery = partial(self.pictures.shown, item.text("wp:post_id").strip())
        body = to_markdown(html_of(content, self.shared, gallery), base_url=link or self.address)
        dates, warnings = _dates_of(item)
        warnings += [self.blog.warning] if self.blog.warning else []
        warnings += [
            f"it shows a shared block ({number}) that is not in the export; export all content."
            for number in missing_blocks(content, self.shared)
        ]
        names = tuple(dict.fromkeys(self.creators(item).values()))
        byline = self.bylines.claim(names, self.how)
        decision = settle(
            [*claims_of(item, with_shared(content, self.shared)), *([byline] if byline else [])],
            dated=[("post_date", dates.published)],
            now=self.how.now,
            ceiling=self.how.ceiling,
        )
        return SourceDocument(
            root=self.root,
            path=path,
            slug_wish=_slug_of(item, title) or path,
            folder=slug_from_text(self.root.partition(":")[2]),
            title=title or opening_of(plain(body)) or "Untitled",
            body=body,
            dates=dates,
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            doc_type=_KINDS[item.text("wp:post_type").strip()],
            description=title_of(plain(to_markdown(item.text("excerpt:encoded")))),
            language=self.language(),
            authors=names,
            tags=tuple(_tags_of(item)),
            canonical_url=_canonical_of(item) or link,
            own_url=link,
            warnings=(*decision.warnings, *warnings),
            file=self.file.path,
            source_format=NAME,
            platform="WordPress",
        )

    def language(self) -> str:
        written = self.blog.channel.get("language", "")
        return written if 0 < len(written) <= _MAX_LANGUAGE_CHARS else "en"


def _path_of(item: Item) -> str:
    number = item.text("wp:post_id").strip()
    if number:
        return path_from(f"post-{number}")
    return path_from(item.text("guid") or item.text("link") or item.text("title"))


def _slug_of(item: Item, title: str) -> str:
    name = slug_from_text(unquote(item.text("wp:post_name").strip()))
    link = item.text("link")
    # An address that only counts its posts names none.
    own = "" if "?" in link else slug_from_address(link)
    return name or own or slug_from_text(title)


def _canonical_of(item: Item) -> str:
    stated = (item.meta.get(key, "") for key in _CANONICAL_META)
    return next(filter(_is_address, stated), "")


def _dates_of(item: Item) -> tuple[Dates, list[str]]:
    published = _stamp_of(item.text("wp:post_date"), item.text("wp:post_date_gmt"))
    updated = _stamp_of(item.text("wp:post_modified"), item.text("wp:post_modified_gmt"))
    warnings = []
    if item.text("wp:status").strip() in {"draft", "pending", "auto-draft"}:
        # Until it is published, WordPress writes into post_date when it was last saved.
        is_set = _moment(item.text("wp:post_date_gmt")) is not None
        published = published if is_set else None
    elif published is None:
        published = read_feed_date(item.text("pubDate"))
        if published is None:
            warnings.append("the export gives no date for it that can be read.")
    if updated is not None and updated == published:
        updated = None
    export, unknown = DateOrigin.EXPORT, DateOrigin.UNKNOWN
    dates = Dates(
        published, export if published else unknown, updated, export if updated else unknown
    )
    return dates, warnings


def _stamp_of(local: str, universal: str) -> Stamp | None:
    """The author's own day, and the instant where the export gives it."""
    here, there = _moment(local), _moment(universal)
    if here is None:
        return Stamp(there.date(), there.replace(tzinfo=UTC)) if there else None
    if there is None:
        return Stamp(here.date())
    offset = here - there
    if abs(offset) > _WIDEST_OFFSET or offset % timedelta(minutes=15):
        return Stamp(here.date())
    return Stamp(here.date(), here.replace(tzinfo=timezone(offset)))


def _moment(text: str) -> datetime | None:
    """A moment without a zone; zeros stand for none."""
    found = re.fullmatch(r"\s*(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?\s*", text)
    stamp = read_stamp(found[1]) if found else None
    if found is None or stamp is None:
        return None
    hour, minute, second = (int(found[index] or 0) for index in (2, 3, 4))
    try:
        # The export writes no zone.
        return datetime.combine(stamp.day, time(hour, minute, second))
    except ValueError:
        return None


def _tags_of(item: Item) -> Iterator[str]:
    seen: set[str] = set()
    for one in item.categories:
        name = title_of(one.name)
        is_label = one.domain in {"category", "post_tag", "tag"}
        if is_label and name and one.nicename != "uncategorized" and name not in seen:
            seen.add(name)
            if name != "Uncategorized":
                yield name


def _is_address(text: str) -> bool:
    return bool(re.match(r"https?://[^\s/]+", text))


def _is_wxr(head: bytes) -> bool:
    return MARK in head.replace(b"\0", b"")


WORDPRESS = OneByOne(NAME, SUFFIXES, read_wordpress, _is_wxr)
