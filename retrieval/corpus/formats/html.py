"""Reads pages of HTML, alone or in folders: the work on each, and what the page says of it."""

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from pathlib import PurePosixPath

from retrieval.corpus.dates import leading_date
from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.base import OneByOne, Read, Reading
from retrieval.corpus.formats.markdown import (
    BUILDERS_FOLDERS,
    SKIPPED_NAMES,
    is_web_address,
    read_markdown,
)
from retrieval.corpus.formats.medium import MEDIUM
from retrieval.corpus.formats.pages.facts import Facts
from retrieval.corpus.formats.pages.work import clear, drop, is_list_of_links, work_on
from retrieval.corpus.formats.substack import SUBSTACK
from retrieval.corpus.front_matter import (
    FrontMatter,
    FrontMatterFault,
    one_line,
    split_front_matter,
)
from retrieval.corpus.slugs import folder_of, name_of, stem_of, wished_slug
from retrieval.corpus.sources import HTML_SUFFIXES, Source
from retrieval.corpus.texts import NotText, read_text
from retrieval.corpus.visibility import Decision, folder_claims, settle
from retrieval.markdown.captions import said_in
from retrieval.markdown.from_html import HtmlFault, markdown_of, to_markdown
from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, parse_html
from retrieval.types import DateOrigin

NAME = "html"
_TEMPLATE_FOLDERS = frozenset({"layouts", "themes", "templates", "partials", "_templates"})
_NO_ESSAYS = frozenset({"404", "search", "sitemap", "archive", "archives", "offline"})
_BYTE_ORDER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF8)
_CHARSET = re.compile(
    rb"<(?:meta[^>]{0,200}charset|\?xml[^>]{0,100}encoding)\s*=\s*[\"']?\s*([\w.:-]+)",
    re.IGNORECASE,
)
# What browsers read under these names, for pages never were strict about it.
_WIDER = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949",
}  # fmt: skip
_VERBATIM = frozenset({"pre", "code", "script", "style", "textarea", "kbd", "samp"})
_TEMPLATE_MARK = re.compile(r"\{\{[^{}]*\}\}|\{%[^%]*%\}")
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}")
_END_OF_RAW = re.compile(r"\{%-?\s*endraw\s*-?%\}")
_COMMENT = re.compile(r"\{%-?\s*comment\s*-?%\}")
_END_OF_COMMENT = re.compile(r"\{%-?\s*endcomment\s*-?%\}")
_LOOP = re.compile(r"\{%-?\s*(?:for|paginate)\b")
_LISTS_OTHERS = "it lists other pages and has no text of its own."


def read_html(file: SourceFile, how: Reading) -> SourceDocument | Refusal | Skip:
    """Decide what a page is."""
    known = _TEMPLATE_FOLDERS | BUILDERS_FOLDERS
    folder = next((name for name in file.parts[:-1] if name in known), "")
    if folder:
        return Skip(file.root, file.path, f"it stands in {folder}, which is no place for texts.")
    try:
        text, note = read_page_text(file.data)
        front, body = split_front_matter(text)
        if front.present:
            return _with_front_matter(file, text[: len(text) - len(body)], body, how)
        return _plain_page(file, text, note, how)
    except NotText as fault:
        return Refusal(file.root, file.path, str(fault), closes=True)
    except HtmlFault as fault:
        return Refusal(file.root, file.path, str(fault), closes=True)
    except FrontMatterFault as fault:
        return Refusal(file.root, file.path, fault.reason, line=fault.line, closes=True)


def read_page_text(data: bytes) -> tuple[str, str]:
    """The text of a page, and a warning; the encoding that it states counts if it is not UTF-8."""
    stated = _CHARSET.search(data, 0, 2048)
    if stated and not data.startswith(_BYTE_ORDER_MARKS):
        with suppress(LookupError, UnicodeError):
            data.decode()
            return read_text(data)
        with suppress(LookupError, UnicodeError):
            name = codecs.lookup(stated[1].decode("ascii")).name
            return read_text(data.decode(_WIDER.get(name, name)).encode())
    return read_text(data)


def _with_front_matter(
    file: SourceFile, front: str, body: str, how: Reading
) -> SourceDocument | Refusal | Skip:
    """A page as Jekyll keeps it: everything but the text is said as in a Markdown file."""
    if _LOOP.search(body):
        return Skip(file.root, file.path, "it is a template that lists other pages.")
    body = _without_templates(body)
    markdown = (front + to_markdown(body)).encode()
    read = read_markdown(replace(file, data=markdown), how)
    return replace(read, source_format=NAME) if isinstance(read, SourceDocument) else read


def _without_templates(body: str) -> str:
    """Without template calls, but for what they say to readers."""
    first, *others = _COMMENT.split(body)
    seen = (_END_OF_COMMENT.split(other, maxsplit=1)[-1] for other in others)
    raw_kept = _with_raw_kept("".join([first, *seen]))
    return _TEMPLATE_MARK.sub(lambda call: escape(said_in(call[0])), raw_kept)


def _with_raw_kept(body: str) -> str:
    """What ``raw`` protects is no template; as entities it looks like none."""
    first, *others = _RAW.split(body)
    pieces = (_END_OF_RAW.split(other, maxsplit=1) for other in others)
    return first + "".join(raw.replace("{", "&#123;") + "".join(rest) for raw, *rest in pieces)


def _plain_page(
    file: SourceFile, text: str, note: str, how: Reading
) -> SourceDocument | Refusal | Skip:
    reason = _why_no_essay(file)
    root = None if reason else parse_html(text)
    if root is None:
        return Skip(file.root, file.path, reason or "it has no text.")
    if _is_template(root):
        reason = "it is a template: it has template marks and no front matter."
        return Skip(file.root, file.path, reason)
    page = _Page(file, root, how)
    return page.document([note] if note else [])


def _why_no_essay(file: SourceFile) -> str:
    stem = stem_of(file.root, file.path).lower()
    if stem in SKIPPED_NAMES:
        return "it belongs to the folder and has no front matter."
    if stem in _NO_ESSAYS:
        return "it is a page about the site, and no text."
    return ""


def _is_template(root: Element) -> bool:
    """Whether template marks stand in it outside of code; in code an essay may tell of them."""
    for one in root.iter():
        if any(_is_marked(one.get(name)) for name in ("href", "src", "content")):
            return True
        if isinstance(one.tag, str) and _is_marked(one.text) and not _is_verbatim(one):
            return True
        around = one.getparent()
        if _is_marked(one.tail) and around is not None and not _is_verbatim(around):
            return True
    return False


def _is_marked(text: str | None) -> bool:
    return bool(text and _TEMPLATE_MARK.search(text))


def _is_verbatim(element: Element) -> bool:
    return any(one.tag in _VERBATIM for one in (element, *element.iterancestors()))


class _Page:
    """One page while it is read."""

    def __init__(self, file: SourceFile, root: Element, how: Reading) -> None:
        self.file, self.root, self.how = file, root, how
        self.facts = Facts(root, file.address)

    def document(self, warnings: list[str]) -> SourceDocument | Skip:
        if self.facts.leads_on():
            return self._skip("it only leads on to another page.")
        work, reason = work_on(self.root)
        if work is None:
            return self._skip(reason)
        title, dates = self.facts.title(work), self.dates(work)
        decision = self.decision(dates)
        clear(work)
        self._drop_title(work, title)
        if is_list_of_links(work):
            return self._skip(_LISTS_OTHERS)
        # Asked of the page: to parse megabytes of Markdown once more takes a minute.
        if not words_of(work).strip():
            return self._skip("it has no text.")
        body = markdown_of(work, base_url=self.facts.base)
        return self._written(title, body, dates, decision, [*decision.warnings, *warnings])

    def _written(
        self, title: str, body: str, dates: Dates, decision: Decision, warnings: list[str]
    ) -> SourceDocument:
        file, facts = self.file, self.facts
        canonical = facts.canonical if is_web_address(facts.canonical) else ""
        own = facts.address if is_web_address(facts.address) else ""
        named = FrontMatter((("url", own), ("canonical", canonical)))
        fallback = re.sub(r"[\s_-]+", " ", name_of(file.root, file.path)).strip()
        return SourceDocument(
            root=file.root,
            path=file.path,
            slug_wish=wished_slug(named, root=file.root, path=file.path),
            folder=folder_of(file.root, file.path),
            title=title or one_line(fallback[:1].upper() + fallback[1:]) or "Untitled",
            body=body,
            dates=dates,
            visibility=decision.visibility,
            visibility_reason=decision.reason,
            description=facts.meta("description", "og:description", "dc.description"),
            language=facts.language(),
            authors=facts.authors(),
            tags=facts.tags(),
            canonical_url=canonical,
            own_url=own,
            warnings=tuple(warnings),
            source_format=NAME,
        )

    def dates(self, work: Element) -> Dates:
        published, updated = self.facts.published(work), self.facts.updated()
        origin = DateOrigin.PAGE
        named = leading_date(stem_of(self.file.root, self.file.path))[0]
        if published is None and named is not None:
            published, origin = named, DateOrigin.FILE_NAME
        updated = None if updated == published else updated
        return Dates(
            *(published, origin if published else DateOrigin.UNKNOWN),
            *(updated, DateOrigin.PAGE if updated else DateOrigin.UNKNOWN),
        )

    def decision(self, dates: Dates) -> Decision:
        now = self.how.now
        return settle(
            [*self.facts.claims(now=now), *folder_claims(self.file.around, now=now)],
            folders=[*self.file.root.removesuffix(".zip").split("/"), *self.file.parts[:-1]],
            dated=[("page", dates.published)],
            now=now,
            ceiling=self.how.ceiling,
        )

    def _drop_title(self, work: Element, title: str) -> None:
        """The heading that is the title stands above the text, and is no part of it."""
        heading = self.facts.heading(work)
        if heading is not None and one_line(words_of(heading)) == title and heading is not work:
            drop(heading)

    def _skip(self, reason: str) -> Skip:
        return Skip(self.file.root, self.file.path, reason)


@dataclass(frozen=True, slots=True)
class Pages:
    """All pages but those of an export, whose own format alone knows who may read them."""

    name: str = NAME

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        exported = {*SUBSTACK.takes(source, names), *MEDIUM.takes(source, names)}
        return tuple(name for name in _ONE_BY_ONE.takes(source, names) if name not in exported)

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        parts = [name for name in names if _is_part_of_a_saved_page(name, source)]
        for name in parts:
            yield Skip(source.root, name, "it was saved with another page, as a part of it.")
        yield from _ONE_BY_ONE.read(source, [name for name in names if name not in parts], how)


def _is_part_of_a_saved_page(name: str, source: Source) -> bool:
    """Browsers put frames and advertisements beside ``Page.html`` into ``Page_files``."""
    for folder in map(str, PurePosixPath(name).parents):
        whole = folder.removesuffix("_files")
        if folder != whole and any(f"{whole}{one}" in source.entries for one in HTML_SUFFIXES):
            return True
    return False


_ONE_BY_ONE = OneByOne(NAME, HTML_SUFFIXES, lambda file, how: [read_html(file, how)])
HTML = Pages()
