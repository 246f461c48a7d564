"""Writes the blocks of a page: headings, paragraphs, lists, quotations, code, tables, notes."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from retrieval.markdown.html.addresses import address_of
from retrieval.markdown.html.footnotes import Footnotes
from retrieval.markdown.html.inline import BLOCKS, Line
from retrieval.markdown.html.marks import Setting, Style, linked, paragraphs, styled, written
from retrieval.markdown.html.seen import content
from retrieval.markdown.html.tables import table_of
from retrieval.markdown.html.tree import Element, HtmlFault, around, classes_of, is_blank, name_of

_LANGUAGE_NAME = re.compile(r"[\w+#.-]{1,30}")
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-code-block-lang")
_LANGUAGE = re.compile(
    r"(?:\A|\s)(?:(?:language|lang|highlight-source)-|brush:\s*)([\w+#.-]{1,30})", re.IGNORECASE
)
_CODE_WORDS = frozenset({"highlight", "hljs", "code", "codehilite", "sourcecode", "table", "shiki"})
_VERBATIM = frozenset({"pre", "xmp", "listing", "plaintext"})
MAX_CHARS = 12_000_000
# The parser of Markdown leaves out what stands more than twenty deep. Below this many
# containers the text goes on without their marks.
MAX_CONTAINERS = 14
_LISTS = frozenset({"ul", "ol", "menu", "dir"})


class Block(NamedTuple):
    """One block of Markdown, and whether it is a list that may touch what it belongs to."""

    text: str
    joins: bool = False


class Page:
    """Writes one page; knows which lines hold blocks, so that each element is looked at once."""

    def __init__(self, root: Element, footnotes: Footnotes, base_url: str) -> None:
        self.line = Line(base_url, footnotes)
        self.footnotes = footnotes
        self.link = ""
        self.depth = 0
        self.holders = _holders(root)

    def markdown(self, root: Element) -> str:
        body = self.blocks(root)
        notes = [self._note(note, label) for note, label in self.footnotes.notes.items()]
        return "\n\n".join(filter(None, [*(block.text for block in body), *notes]))

    def blocks(self, element: Element) -> list[Block]:
        found: list[Block] = []
        words: list[str] = []
        for piece in content(element):
            if isinstance(piece, str):
                words.append(piece)
            elif piece in self.footnotes.notes:
                continue
            elif self._is_block(piece):
                found += self._paragraphs(words)
                words = []
                found += self._block(piece)
            else:
                words.append(self.line.one(piece, in_link=bool(self.link)))
        return [*found, *self._paragraphs(words)]

    def _is_block(self, element: Element) -> bool:
        return name_of(element) in BLOCKS or element in self.holders

    def _paragraphs(self, words: Iterable[str]) -> list[Block]:
        text = "".join(words)
        if is_blank(text):
            return []
        if self.link:
            text = linked(self.link, text)
        found = (written(one, Setting.PARAGRAPH) for one in paragraphs(text))
        return [Block(one) for one in found if one]

    def _block(self, element: Element) -> list[Block]:
        name = name_of(element)
        if re.fullmatch("h[1-6]", name):
            return self._heading(element, int(name[1]))
        if name in _LISTS:
            return self._list(element, is_numbered=name == "ol")
        if name in _VERBATIM:
            return _fence(element)
        match name:
            case "hr":
                return [Block("***")]
            case "blockquote":
                return self._quotation(element)
            case "table":
                return self._table(element)
            case "dt" | "summary" | "legend" if element not in self.holders:
                return self._paragraphs([styled(Style.STRONG, self.line.words(element))])
            case "a" if not self.link:
                return self._linked_blocks(element)
        return self.blocks(element)

    def _heading(self, element: Element, level: int) -> list[Block]:
        text = written(self.line.words(element), Setting.HEADING)
        return [Block(f"{'#' * level} {text}")] if text else []

    def _linked_blocks(self, element: Element) -> list[Block]:
        self.link = address_of(element.get("href"), self.line.base_url)
        try:
            return self.blocks(element)
        finally:
            self.link = ""

    @contextmanager
    def _inside(self, containers: int) -> Iterator[None]:
        self.depth += containers
        try:
            yield
        finally:
            self.depth -= containers

    def _quotation(self, element: Element) -> list[Block]:
        if self.depth + 1 > MAX_CONTAINERS:
            return self.blocks(element)
        with self._inside(1):
            text = _bounded(_together(self.blocks(element)))
        lines = (f"> {line}" if line else ">" for line in text.split("\n"))
        return [Block("\n".join(lines))] if text else []

    def _table(self, element: Element) -> list[Block]:
        rows = table_of(element, lambda cell: written(self.line.words(cell), Setting.CELL))
        if rows is None:
            return self.blocks(element)
        captions = [block for one in element.iterchildren("caption") for block in self.blocks(one)]
        return [*captions, Block(rows)]

    def _list(self, element: Element, *, is_numbered: bool) -> list[Block]:
        # A list and its item.
        if self.depth + 2 > MAX_CONTAINERS:
            return self.blocks(element)
        with self._inside(2):
            items = [item for item in self._items(element) if item]
        if not items:
            return []
        start = element.get("start") or "1"
        first = int(start) if re.fullmatch(r"\d{1,8}", start) else 1
        marks = (f"{first + n}. " if is_numbered else "- " for n in range(len(items)))
        is_tight = all(block.joins for item in items for block in item[1:])
        between = "\n" if is_tight else "\n\n"
        written_items = map(_item, marks, (_together(item, between) for item in items))
        text = between.join(written_items)
        return [Block(text, joins=is_tight and (not is_numbered or first == 1))]

    def _items(self, element: Element) -> Iterator[list[Block]]:
        """The blocks of each item; a list right inside a list belongs to the item before."""
        waiting: list[Block] = []
        for piece in content(element):
            blocks = self._item_blocks(piece)
            if not isinstance(piece, str) and name_of(piece) in _LISTS:
                waiting += blocks
            elif blocks:
                yield waiting
                waiting = blocks
        yield waiting

    def _item_blocks(self, piece: str | Element) -> list[Block]:
        if isinstance(piece, str):
            return self._paragraphs([piece])
        if piece in self.footnotes.notes:
            return []
        if name_of(piece) == "li":
            return self.blocks(piece)
        return (
            self._block(piece)
            if self._is_block(piece)
            else self._paragraphs([self.line.one(piece)])
        )

    def _note(self, note: Element, label: str) -> str:
        text = _together(self.blocks(note))
        return _item(f"[^{label}]: ", text, width=4) if text else ""


def _holders(root: Element) -> set[Element]:
    """Elements of a line that hold blocks all the same."""
    holders: set[Element] = set()
    for one in root.iter(*BLOCKS):
        for outer in around(one):
            if outer in holders:
                break
            holders.add(outer)
    return holders


def _together(blocks: list[Block], between: str = "\n\n") -> str:
    return between.join(block.text for block in blocks)


def _bounded(text: str) -> str:
    """Each container adds to every line in it, so that a page can grow a hundredfold."""
    if len(text) > MAX_CHARS:
        raise HtmlFault("its quotations or lists in each other make it too long; flatten them.")
    return text


def _item(sign: str, text: str, *, width: int = 0) -> str:
    """A text behind a sign; its further lines stand as far in."""
    room = " " * (width or len(sign))
    first, *others = _bounded(text).split("\n")
    return "\n".join([sign + first, *(room + line if line else "" for line in others)])


def _fence(element: Element) -> list[Block]:
    text = _code_lines(element).replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\n").rstrip(" \t\n\f")
    if not text.strip(" \t\n\f"):
        return []
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [Block(f"{fence}{_language_of(element)}\n{text}\n{fence}")]


def _code_lines(element: Element) -> str:
    """The text of a ``pre``; what a page puts in blocks of its own there are its lines."""
    lines = ""
    for piece in content(element):
        if isinstance(piece, str):
            lines += piece
        elif name_of(piece) in BLOCKS and name_of(piece) != "pre":
            lines += "" if not lines or lines.endswith("\n") else "\n"
            lines += _code_lines(piece).removesuffix("\n") + "\n"
        else:
            lines += "\n" if name_of(piece) == "br" else _code_lines(piece)
    return lines


def _language_of(element: Element) -> str:
    """The language of code, from wherever a highlighter has put it."""
    for one in (*element.iterdescendants("code"), element, *islice(around(element), 6)):
        given = next(filter(None, map(one.get, _LANGUAGE_ATTRIBUTES)), "")
        if _LANGUAGE_NAME.fullmatch(given):
            return given
        found = _LANGUAGE.search(one.get("class") or "")
        if found:
            return found[1]
        classes = set(classes_of(one))
        if "highlight" in classes and len(rest := classes - _CODE_WORDS) == 1:
            return rest.pop()
    return ""
