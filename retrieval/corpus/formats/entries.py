"""Entries of a feed as documents, whatever kind of feed they stood in."""

import hashlib
import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin

from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile, Stamp
from retrieval.corpus.formats.authorship import Bylines
from retrieval.corpus.formats.base import Read, Reading
from retrieval.corpus.formats.items import TOO_LARGE, is_too_large, origin_of, path_from
from retrieval.corpus.formats.titles import opening_of
from retrieval.corpus.formats.wordpress_text import paragraphs
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.slugs import slug_from_address, slug_from_text
from retrieval.corpus.visibility import Claim, settle
from retrieval.markdown import plain
from retrieval.markdown.from_html import HtmlFault, to_markdown, words_in
from retrieval.types import DateOrigin

NAME = "feed"
_MAX_LANGUAGE_CHARS = 16
# A longer one is the text in another form.
_MAX_SUMMARY_CHARS = 5_000
# Enough for the words that stand in for a title.
_MAX_OPENING_CHARS = 2_000
# How a text ends that goes on elsewhere.
_GOES_ON = re.compile(
    r"(?:…|\.\.\.|\[(?:…|\.\.\.)\]|(?:read|continue|keep) (?:more|on|reading|the rest)\b.{0,80}"
    r"|weiterlesen.{0,40}|lire la suite.{0,40}|leer más.{0,40}"
    r"|the post .{1,200} appeared first on .{1,100})\s*[→»>.]*\s*$",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


@dataclass(frozen=True, slots=True)
class Words:
    """A text of an entry. ``is_plain``: written as text and not as HTML."""

    text: str = ""
    is_plain: bool = False
    base: str = ""

    def html(self) -> str:
        shown = html.escape(self.text, quote=False) if self.is_plain else self.text
        return paragraphs(shown) if self.is_plain or not _TAG.search(shown) else shown

    def markdown(self, base_url: str) -> str:
        return to_markdown(self.html(), base_url=self.base or base_url)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as its feed has it. ``date_text``: a date that nobody could read."""

    identity: str
    link: str
    title: str
    content: Words
    summary: Words
    published: Stamp | None = None
    updated: Stamp | None = None
    date_text: str = ""
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    language: str = ""
    claims: tuple[Claim, ...] = ()
    skip: str = ""
    is_trash: bool = False


@dataclass(slots=True)
class Feed:
    """``fault``: where it breaks off, if it does; ``warnings`` hold for each of its entries."""

    title: str = ""
    address: str = ""
    language: str = ""
    authors: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    fault: Refusal | None = None


def documents_of(feed: Feed, file: SourceFile, how: Reading) -> Iterator[Read]:
    reader = _Reader(feed, file, how)
    seen: set[str] = set()
    for entry in feed.entries:
        path = path_from(entry.identity or entry.link or entry.title or _digest(entry))
        if path in seen:
            yield Skip(reader.root, f"{path} (again)", "the feed holds it twice; the first counts.")
            continue
        seen.add(path)
        yield reader.read(reader.told_apart(entry), path)
    if feed.fault:
        yield feed.fault


class _Reader:
    """One feed while it is read."""

    def __init__(self, feed: Feed, file: SourceFile, how: Reading) -> None:
        self.feed, self.file, self.how = feed, file, how
        self.root = origin_of(NAME, feed.address, name=feed.title or file.path)
        names = {name for entry in feed.entries for name in entry.authors} | set(feed.authors)
        self.bylines = Bylines.of((name,) for name in names)
        self.at_address = Counter(
            link for link, _ in {(entry.link, entry.identity) for entry in feed.entries}
        )

    def told_apart(self, entry: Entry) -> Entry:
        """Where entries lead to one address it is none of theirs: a front page, or a find."""
        return replace(entry, link="") if self.at_address[entry.link] > 1 else entry

    def read(self, entry: Entry, path: str) -> Read:
        shown = f"{entry.title!r} " if entry.title else ""
        if entry.is_trash:
            return Skip(self.root, path, f"{shown}is in the trash.", closes=True)
        if entry.skip:
            return Skip(self.root, path, f"{shown}{entry.skip}")
        words = entry.content if entry.content.text.strip() else entry.summary
        if is_too_large(words.text):
            return Refusal(self.root, path, f"{shown}{TOO_LARGE}", closes=True)
        try:
            body = words.markdown(entry.link or self.feed.address)
            text = words_in(words.html())
            description = self.description(entry, text) if words is entry.content else ""
        except HtmlFault as fault:
            return Refusal(self.root, path, f"{shown}{fault}", closes=True)
        if not text and not entry.title:
            return Skip(self.root, path, "it has neither a title nor a text.")
        is_teaser = words is entry.summary and bool(_GOES_ON.search(text[-400:]))
        warnings = self.warnings(entry, text, is_teaser=is_teaser)
        return self.document(entry, path, body, description=description, warnings=warnings)

    def description(self, entry: Entry, text: str) -> str:
        """The summary, unless it is the text over again."""
        seen = words_in(entry.summary.html())
        if len(seen) > _MAX_SUMMARY_CHARS or seen.split() == text.split():
            return ""
        return one_line(plain(entry.summary.markdown(self.feed.address)))

    def warnings(self, entry: Entry, text: str, *, is_teaser: bool) -> Iterator[str]:
        yield from self.feed.warnings
        if is_teaser:
            yield "the feed seems to give a teaser and not the whole text; import the text itself."
        if entry.published is None:
            told = f" ({one_line(entry.date_text)[:60]!r})" if entry.date_text else ""
            which = f"{name}: " if (name := entry.link or entry.title) else ""
            yield f"{which}the feed gives no date that can be read{told}."

    def document(
        self, entry: Entry, path: str, body: str, *, description: str, warnings: Iterator[str]
    ) -> SourceDocument:
        names = entry.authors or self.feed.authors
        byline = self.bylines.claim(names, self.how)
        decision = settle(
            [*entry.claims, *([byline] if byline else [])],
            dated=[("feed", entry.published)],
            now=self.how.now,
            ceiling=self.how.ceiling,
        )
        title = entry.title or opening_of(plain(body[:_MAX_OPENING_CHARS]))
        language = entry.language or self.feed.language
        origin, unknown = DateOrigin.FEED, DateOrigin.UNKNOWN
        updated = entry.updated if entry.updated != entry.published else None
        return SourceDocument(
            root=self.root,
            path=path,
            slug_wish=_slug_of(entry, title) or path,
            folder=slug_from_text(self.root.partition(":")[2]),
            title=title or "Untitled",
            body=body,
            dates=Dates(
                *(entry.published, origin if entry.published else unknown),
                *(updated, origin if updated else unknown),
            ),
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            description=description,
            language=language if 0 < len(language) <= _MAX_LANGUAGE_CHARS else "en",
            authors=names,
            tags=entry.tags,
            canonical_url=entry.link,
            own_url=entry.link,
            warnings=(*decision.warnings, *warnings),
            file=self.file.path,
            source_format=NAME,
        )


def _digest(entry: Entry) -> str:
    text = f"{entry.content.text}{entry.summary.text}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def web_address(text: str, base: str = "") -> str:
    """An address that a reader can open; nothing where nothing is written."""
    try:
        whole = urljoin(base, text.strip()) if text.strip() else ""
    except ValueError:
        return ""
    return whole if re.match(r"https?://[^\s/]+\S*$", whole) else ""


def _slug_of(entry: Entry, title: str) -> str:
    """An address that only counts its posts names none."""
    own = "" if "?" in entry.link else slug_from_address(entry.link)
    return own or slug_from_text(title)
