"""Reads Medium's export: stories, drafts apart from them, and nothing of the account's lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from retrieval.corpus.dates import leading_date, read_stamp
from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.base import Read, Reading
from retrieval.corpus.formats.markdown import is_web_address
from retrieval.corpus.formats.pages.work import drop
from retrieval.corpus.formats.titles import opening_of
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.slugs import slug_from_address, slug_from_text
from retrieval.corpus.sources import HTML_SUFFIXES, Source, suffix_of
from retrieval.corpus.syndication import host_of
from retrieval.corpus.texts import NotText, read_text
from retrieval.corpus.visibility import Claim, settle
from retrieval.markdown import plain
from retrieval.markdown.from_html import HtmlFault, markdown_of
from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, classes_of, name_of, parse_html
from retrieval.types import DateOrigin, Visibility

NAME = "medium"
_ACCOUNT_FOLDERS = frozenset({
    "blocks", "bookmarks", "claps", "highlights", "interests", "ips", "lists", "partner-program",
    "profile", "pubs-following", "sessions", "topics-following", "twitter", "users-following",
})  # fmt: skip
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_NUMBER = re.compile(r"(?:\A|[-/_])([0-9a-f]{8,16})/?\Z")
_MARKED_UNLISTED = re.compile(r"\bunlisted\b", re.IGNORECASE)
_MARKED_MEMBERS = re.compile(r"\bmembers?[ -]only\b", re.IGNORECASE)
_FIRST_PLACE = re.compile(
    r"(?:this (?:story|post|article) was )?(?:originally|first) published\b", re.I
)


@dataclass(frozen=True, slots=True)
class Medium:
    """An export's folder or zip; its pages about the account go with its stories."""

    name: str = NAME

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        pages = [name for name in names if suffix_of(name) in HTML_SUFFIXES]
        stories = {name for name in pages if _is_story(source.peek(name))}
        exports = {PurePosixPath(name).parent.parent for name in stories}
        return tuple(name for name in pages if name in stories or _is_of_the_account(name, exports))

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        seen: set[str] = set()
        for name in names:
            if not _is_story(source.peek(name)):
                yield Skip(source.root, name, "it is a list of the account, and no story.")
                continue
            found = source.read(name)
            read = read_story(found, how) if isinstance(found, SourceFile) else found
            yield _told_apart(read, seen) if isinstance(read, SourceDocument) else read


def _is_story(head: bytes) -> bool:
    return b"h-entry" in head and b'data-field="' in head


def _is_of_the_account(name: str, exports: set[PurePosixPath]) -> bool:
    path = PurePosixPath(name)
    if path.parent.name in _ACCOUNT_FOLDERS:
        return path.parent.parent in exports
    return path.stem.lower() == "readme" and path.parent in exports


def _told_apart(story: SourceDocument, seen: set[str]) -> SourceDocument:
    """Two files with one address are two stories, and the address is the first one's."""
    if story.path not in seen:
        seen.add(story.path)
        return story
    stem = PurePosixPath(story.file).stem
    return replace(
        story,
        path=stem,
        slug_wish=slug_from_text(stem) or story.slug_wish,
        canonical_url="",
        own_url="",
        warnings=(*story.warnings, "its address is that of another story of this export too."),
    )


def read_story(file: SourceFile, how: Reading) -> SourceDocument | Refusal | Skip:
    number = _NUMBER.search(PurePosixPath(file.path).stem)
    try:
        root = parse_html(read_text(file.data)[0])
        story = _Story(file, root, how) if root is not None else None
        return story.read() if story else Refusal(file.root, file.path, "it is empty.")
    except NotText as fault:
        return Refusal(file.root, file.path, str(fault))
    except HtmlFault as fault:
        path = number[1] if number else file.path
        return Refusal(NAME, path, f"{file.path}: {fault}", closes=True)


class _Story:
    """One story while it is read."""

    def __init__(self, file: SourceFile, root: Element, how: Reading) -> None:
        self.file, self.root, self.how = file, root, how
        self.content = self._first(classes={"e-content"})
        self.address = self._address("p-canonical")
        self.stem = PurePosixPath(file.path).stem
        self.is_draft = self.stem.startswith("draft_") or not (self.address or self._first("time"))

    def read(self) -> SourceDocument | Skip | Refusal:
        if self.content is None:
            return Refusal(self.file.root, self.file.path, "it has no text that is marked as one.")
        title = self._words({"p-name"})
        subtitle = self._words({"p-summary"})
        if not subtitle and self._is_response(title):
            return Skip(
                self.file.root, self.file.path, "it is a response, and no story of its own."
            )
        original = self._original()
        self._drop_head(title)
        body = markdown_of(self.content, base_url=self.address)
        return self._document(title, subtitle, body, original)

    def _document(self, title: str, subtitle: str, body: str, original: str) -> SourceDocument:
        dates = self.dates()
        decision = settle(
            self.claims(),
            dated=[("export", dates.published)],
            now=self.how.now,
            ceiling=self.how.ceiling,
        )
        own = self.address if "medium" in host_of(self.address) else self._short_address()
        warnings = [] if dates.published or self.is_draft else ["the export gives no date for it."]
        return SourceDocument(
            root=NAME,
            path=self._number() or self.stem,
            slug_wish=slug_from_address(self.address) or self._slug_of_file(),
            folder=NAME,
            title=title or opening_of(plain(body)) or "Untitled",
            body=body,
            dates=dates,
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            description=subtitle,
            authors=self._all({"p-author"}),
            tags=self._all({"p-tag"}),
            canonical_url=original or self.address,
            warnings=(*decision.warnings, *warnings),
            file=self.file.path,
            source_format=NAME,
            own_url=own or self.address,
            platform="Medium",
        )

    def dates(self) -> Dates:
        """A draft has none: what stands in it is when it was last touched."""
        time = self._first("time", {"dt-published"})
        stated = (time.get("datetime") or "") if time is not None and not self.is_draft else ""
        if published := read_stamp(stated):
            return Dates(published, DateOrigin.EXPORT)
        named = leading_date(self.stem)[0]
        return Dates(named, DateOrigin.FILE_NAME) if named else Dates()

    def claims(self) -> Iterator[Claim]:
        if self.is_draft:
            yield Claim(Visibility.DRAFT, "export: draft")
        told = [str(text) for one in self.root.iter("footer", "header") for text in one.itertext()]
        around = " ".join([*told, *(one.get("class") or "" for one in self.root.iter("article"))])
        if _MARKED_UNLISTED.search(around):
            yield Claim(Visibility.UNLISTED, "export: unlisted")
        if _MARKED_MEMBERS.search(around):
            yield Claim(Visibility.PRIVATE, "export: members only")

    def _is_response(self, title: str) -> bool:
        """One has no heading; Medium calls it by its first words."""
        content = self.content
        if content is None or any(
            name_of(one) in {"h1", "h2", "h3", "h4"} for one in content.iter()
        ):
            return False
        opening = title.rstrip("…. ")
        return bool(opening) and one_line(words_of(content)).startswith(opening)

    def _original(self) -> str:
        """Where the story says that it was published first."""
        for one in self.content.iter("p") if self.content is not None else ():
            links = [link.get("href") or "" for link in one.iter("a")]
            if len(links) == 1 and _FIRST_PLACE.match(one_line(words_of(one))):
                return links[0] if is_web_address(links[0]) else ""
        return ""

    def _drop_head(self, title: str) -> None:
        """The rule above the first section, and the heading that is the title."""
        for one in list(self.content.iter()) if self.content is not None else ():
            if name_of(one) in _HEADINGS and one_line(words_of(one)) == title:
                drop(one)
                return
            if name_of(one) == "hr":
                drop(one)
            elif name_of(one) in {"p", "figure", "pre", "ul", "ol", "blockquote"}:
                return

    def _slug_of_file(self) -> str:
        name = re.sub(r"\A(?:draft|\d{4}-\d\d-\d\d)_", "", self.stem)
        return slug_from_text(name) or "untitled"

    def _number(self) -> str:
        for text in (self.address, self._short_address(), self.stem):
            if found := _NUMBER.search(text.partition("?")[0]):
                return found[1]
        return ""

    def _short_address(self) -> str:
        links = (
            link.get("href") or ""
            for footer in self.root.iter("footer")
            for link in footer.iter("a")
        )
        return next((link for link in links if "medium.com/p/" in link), "")

    def _address(self, marked: str) -> str:
        link = self._first("a", {marked})
        address = (link.get("href") or "").strip() if link is not None else ""
        return address if is_web_address(address) else ""

    def _first(self, name: str = "*", classes: set[str] | None = None) -> Element | None:
        return next(
            (one for one in self.root.iter(name) if not classes or classes & set(classes_of(one))),
            None,
        )

    def _words(self, classes: set[str]) -> str:
        found = self._first(classes=classes)
        return one_line(words_of(found)) if found is not None else ""

    def _all(self, classes: set[str]) -> tuple[str, ...]:
        found = (
            one_line(words_of(one)) for one in self.root.iter() if classes & set(classes_of(one))
        )
        return tuple(dict.fromkeys(filter(None, found)))


MEDIUM = Medium()
