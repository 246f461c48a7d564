"""Reads one Markdown file into a SourceDocument, or says why it cannot be one."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from retrieval.corpus.dates import PUBLISHED_NAMES, UPDATED_NAMES, leading_date, read_stamp
from retrieval.corpus.documents import (
    Dates,
    Place,
    Refusal,
    Skip,
    SourceDocument,
    SourceFile,
    Stamp,
)
from retrieval.corpus.formats.base import OneByOne, Reading
from retrieval.corpus.formats.exported import exported_metadata
from retrieval.corpus.front_matter import (
    FrontMatter,
    FrontMatterFault,
    one_line,
    plain_name,
    split_front_matter,
)
from retrieval.corpus.slugs import folder_of, name_of, stem_of, wished_slug
from retrieval.corpus.sources import MARKDOWN_SUFFIXES, suffix_of
from retrieval.corpus.syndication import host_of
from retrieval.corpus.texts import NotText, read_text
from retrieval.corpus.visibility import folder_claims, front_claims, is_trash, settle
from retrieval.markdown import headings, with_links
from retrieval.types import DateOrigin, DocType

SKIPPED_NAMES = frozenset(
    {"readme", "license", "licence", "contributing", "changelog", "security", "source"}
)
# Where site generators keep templates, what they have built, and others' examples.
BUILDERS_FOLDERS = frozenset(
    {"_includes", "_layouts", "_site", "_vendor", "archetypes", "exampleSite"}
)
_TYPES: dict[str, DocType] = {plain_name(kind.value): kind for kind in DocType} | {
    word: kind
    for words, kind in (
        ("post posts article articles blog blogpost essays story", DocType.ESSAY),
        ("howto guide tutorials", DocType.TUTORIAL),
        ("notes til", DocType.NOTE),
        ("pages", DocType.PAGE),
    )
    for word in words.split()
}
_AUTHORS = ("authors", "author", "co_authors", "by")
_LANGUAGES = ("language", "lang", "locale")
_PLACE_LISTS = ("also_published", "also_published_at", "syndication", "syndicated_to", "syndicate")
_PLATFORMS = {
    "tumblr": "Tumblr", "medium": "Medium", "substack": "Substack", "devto": "DEV",
    "hashnode": "Hashnode", "linkedin": "LinkedIn", "wordpress": "WordPress", "ghost": "Ghost",
    "hackernoon": "HackerNoon", "mirror": "Mirror",
}  # fmt: skip
_TITLE_WITHIN = 50_000
# As a file's name ends before its suffix, "rope.fr.md"; "ts" and "cs" are code more often.
_LANGUAGE_NAMES = frozenset(
    "ar bg ca da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl no pl pt ro ru sk sl "  # noqa: SIM905
    "sr sv th tr uk vi zh".split()
)
# The column's width; a longer tag is no language.
_MAX_LANGUAGE_CHARS = 16


def read_markdown(file: SourceFile, how: Reading) -> SourceDocument | Refusal | Skip:
    """Decide what a file is."""
    folder = next((name for name in file.parts[:-1] if name in BUILDERS_FOLDERS), "")
    if folder:
        return Skip(file.root, file.path, f"it stands in {folder}, which is no place for texts.")
    try:
        text, note = read_text(file.data)
        front, body = split_front_matter(text)
    except NotText as fault:
        return Refusal(file.root, file.path, str(fault), closes=True)
    except FrontMatterFault as fault:
        return Refusal(file.root, file.path, fault.reason, line=fault.line, closes=True)
    if not front.present and suffix_of(file.path) == ".mdx":
        front = exported_metadata(body)
    if not front.present and file.parts[-1].partition(".")[0].lower() in SKIPPED_NAMES:
        return Skip(file.root, file.path, "it belongs to the folder and has no front matter.")
    if is_trash(front):
        return Skip(file.root, file.path, "its front matter says that it is trash.", closes=True)
    return _Page(file, front, body, how).document(note)


class _Page:
    """One file while it is read; collects what the author should know."""

    def __init__(self, file: SourceFile, front: FrontMatter, body: str, how: Reading) -> None:
        self.file, self.front, self.how = file, front, how
        self.around = file.around.besides(front)
        self.body = with_links(body)
        self.warnings: list[str] = []

    def document(self, note: str) -> SourceDocument:
        file, front = self.file, self.front
        self.warnings += [note] if note else []
        dates, title = self.dates(), self.title()
        in_name = dates.published_origin is DateOrigin.FILE_NAME
        now = self.how.now
        decision = settle(
            [*front_claims(front, now=now), *folder_claims(self.around, now=now)],
            # A source inside a folder of drafts holds drafts too, however deep it begins.
            folders=[*file.root.removesuffix(".zip").split("/"), *file.parts[:-1]],
            dated=[("file name", dates.published)] if in_name else [],
            now=now,
            ceiling=self.how.ceiling,
        )
        self.warnings += decision.warnings
        return SourceDocument(
            root=file.root,
            path=file.path,
            slug_wish=wished_slug(front, root=file.root, path=file.path),
            folder=folder_of(file.root, file.path),
            title=title,
            body=self.body,
            dates=dates,
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            doc_type=self.doc_type(),
            description=front.text("description", "summary", "excerpt", "hook", "abstract", "dek"),
            language=self.language(),
            series=next(iter(front.names("series") or self.around.names("series")), ""),
            authors=front.names(*_AUTHORS) or self.around.names(*_AUTHORS),
            tags=front.texts("tags", "tag", "keywords"),
            canonical_url=self.canonical_url(),
            places=tuple(self.places()),
            warnings=tuple(self.warnings),
        )

    def title(self) -> str:
        """The front matter's, else the first heading of level 1, else the file's name in words."""
        written = self.front.text("title")
        if written:
            return written
        # Parsed only where it is needed, and no further than a title can stand.
        begun = headings(self.body[:_TITLE_WITHIN])
        top = (one_line(heading.text) for heading in begun if heading.level == 1)
        name = re.sub(r"[\s_-]+", " ", name_of(self.file.root, self.file.path)).strip()
        return next(filter(None, top), "") or one_line(name[:1].upper() + name[1:]) or "Untitled"

    def dates(self) -> Dates:
        published = self._stamp(PUBLISHED_NAMES)
        updated = self._stamp(UPDATED_NAMES)
        named = leading_date(stem_of(self.file.root, self.file.path))[0]
        origin = DateOrigin.FRONT_MATTER
        if published is None and named is not None:
            published, origin = named, DateOrigin.FILE_NAME
        return Dates(
            published=published,
            published_origin=origin if published else DateOrigin.UNKNOWN,
            updated=updated,
            updated_origin=DateOrigin.FRONT_MATTER if updated else DateOrigin.UNKNOWN,
        )

    def _stamp(self, names: tuple[str, ...]) -> Stamp | None:
        for key, value in self.front.all(*names):
            stamp = read_stamp(value)
            if stamp is not None:
                return stamp
            if re.search(r"\d\d", str(value)):
                self.warnings.append(
                    f"{key}: {one_line(str(value))[:60]!r} is not a date that can be read for "
                    "certain; write it as YYYY-MM-DD."
                )
        return None

    def doc_type(self) -> DocType:
        written = self.front.text("type", "doc_type")
        known = _TYPES.get(plain_name(written))
        if written and known is None:
            self.warnings.append(
                f"type: {written[:60]!r} is not known, so it is an essay; "
                f"write one of {', '.join(DocType)}."
            )
        return known or DocType.ESSAY

    def language(self) -> str:
        written = self.front.text(*_LANGUAGES) or self.around.text(*_LANGUAGES)
        named = PurePosixPath(self.file.path).with_suffix("").suffix.removeprefix(".")
        fallback = named if named in _LANGUAGE_NAMES else "en"
        return written if 0 < len(written) <= _MAX_LANGUAGE_CHARS else fallback

    def canonical_url(self) -> str:
        names = ("canonical_url", "canonical", "url", "permalink")
        return next((a for a in (self.front.text(n) for n in names) if is_web_address(a)), "")

    def places(self) -> Iterator[Place]:
        """Where else the work lives; each address once."""
        seen: set[str] = set()
        for place in (*self._listed_places(), *self._named_places()):
            if not is_web_address(place.url):
                self.warnings.append(
                    f"{place.url[:80]!r} is not a web address, so this place is left out."
                )
            elif place.url not in seen:
                seen.add(place.url)
                yield place

    def _listed_places(self) -> Iterator[Place]:
        for _, value in self.front.all(*_PLACE_LISTS):
            for item in value if isinstance(value, list) else [value]:
                entry = item if isinstance(item, dict) else {"url": item}
                texts = FrontMatter(tuple((str(k), v) for k, v in entry.items()))
                url = texts.text("url", "link", "href")
                platform = texts.text("platform", "site", "name", "where") or host_of(url)
                yield Place(platform, texts.text("title"), url)

    def _named_places(self) -> Iterator[Place]:
        for name, platform in _PLATFORMS.items():
            url = self.front.text(f"{name}_url")
            if url:
                yield Place(platform, "", url)


def is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


MARKDOWN = OneByOne("markdown", MARKDOWN_SUFFIXES, lambda file, how: [read_markdown(file, how)])
