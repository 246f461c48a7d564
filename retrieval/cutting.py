"""Cuts a document into units: slices of its source, each with the words that it holds."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from retrieval import sentences
from retrieval.markdown.code import line_starts
from retrieval.markdown.parsing import Block, Definitions, Document, parse_inline
from retrieval.markdown.words import block_words, html_words, inline_words

# One character each, from a plane that no script uses, put into a paragraph before it is
# parsed: where they come out again tells which words each slice of its source holds.
_FIRST_MARK = 0xF0000
_MARK_COUNT = 65_000
_MARKS = re.compile(f"[{chr(_FIRST_MARK)}-{chr(_FIRST_MARK + _MARK_COUNT)}]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A slice ``start`` to ``end`` of the source, the words in it, and what joins them on.

    ``header`` and ``header_words``: the head of the table that this row belongs to.
    """

    start: int
    end: int
    words: str
    joint: str = "\n\n"
    block: Block | None = None
    header: str = ""
    header_words: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A readable text with what it defines and where its lines start."""

    text: str
    line_starts: tuple[int, ...]
    definitions: Definitions

    def offset(self, line: int) -> int:
        return self.line_starts[line] if line < len(self.line_starts) else len(self.text)


def source_of(text: str, document: Document) -> Source:
    return Source(text, tuple(line_starts(text)), document.definitions)


def units_of(source: Source, blocks: Sequence[Block]) -> tuple[Unit, ...]:
    """One unit for each block, and one without words for what stands in none: link targets."""
    units: list[Unit] = []
    at = 0
    for block in blocks:
        start, end = source.offset(block.start), source.offset(block.end)
        units += _between(source, at, start)
        units.append(Unit(start, end, block_words(block), block=block))
        at = end
    return (*units, *_between(source, at, len(source.text)))


def _between(source: Source, start: int, end: int) -> Iterator[Unit]:
    if source.text[start:end].strip():
        yield Unit(start, end, "", joint="")


def divide(source: Source, unit: Unit) -> tuple[Unit, ...]:
    """The unit in smaller parts: blocks, items, rows, lines, sentences, words, characters.

    Gives back the unit alone where nothing is left to divide.
    """
    block = unit.block
    if block is None:
        return _halves(source, unit)
    if block.kind == "table":
        return _rows(source, unit, block)
    if block.kind in ("fence", "code_block"):
        return _code_lines(source, unit, block)
    if block.kind == "tr":
        return _cells(source, unit, block) or _halves(source, unit)
    if block.kind == "opening_rows":
        head, first = _children(source, unit, block)
        return (head, _headed(source, first, block.children[0]))
    if block.children:
        return _children(source, unit, block)
    return _finer(source, unit, block) or _halves(source, unit)


def _children(source: Source, unit: Unit, block: Block) -> tuple[Unit, ...]:
    between = "\n" if block.is_tight else "\n\n"
    starts = [unit.start, *(source.offset(child.start) for child in block.children[1:])]
    ends = [*starts[1:], unit.end]
    joints = [unit.joint, *[between] * (len(starts) - 1)]
    return tuple(
        replace(unit, start=start, end=end, words=block_words(child), joint=joint, block=child)
        for start, end, joint, child in zip(starts, ends, joints, block.children, strict=True)
    )


def _rows(source: Source, unit: Unit, table: Block) -> tuple[Unit, ...]:
    """The head with the first row, then rows that bear the head for a chunk they begin."""
    head, *body = (row for part in table.children for row in part.children)
    if not body:
        return _cells(source, unit, head) or _halves(source, unit)
    opening = Block(
        "opening_rows", head.start, body[0].end, children=(head, body[0]), is_tight=True
    )
    rows = [opening, *body[1:]]
    starts = [unit.start, *(source.offset(row.start) for row in body[1:])]
    ends = [*starts[1:], unit.end]
    units = (
        Unit(start, end, block_words(row), "\n", row)
        for start, end, row in zip(starts, ends, rows, strict=True)
    )
    first, *rest = units
    return (replace(first, joint=unit.joint), *(_headed(source, row, head) for row in rest))


def _headed(source: Source, row: Unit, head: Block) -> Unit:
    """The row with its table's head, whose second line, the separator, is no block."""
    header = source.text[source.offset(head.start) : source.offset(head.start + 2)]
    return replace(row, header=header.rstrip("\n"), header_words=block_words(head))


def _cells(source: Source, unit: Unit, row: Block) -> tuple[Unit, ...]:
    """The cells of a row that is too long for any chunk; none where they cannot be found."""
    starts = []
    at = unit.start
    for cell in row.children:
        at = source.text.find(cell.content, at, unit.end)
        if at < 0:
            return ()
        starts.append(at)
        at += len(cell.content)
    if len(starts) < 2:
        return ()
    starts[0] = unit.start
    ends = [*starts[1:], unit.end]
    joints = [unit.joint, *[" | "] * (len(starts) - 1)]
    return tuple(
        replace(unit, start=start, end=end, words=block_words(cell), joint=joint, block=cell)
        for start, end, joint, cell in zip(starts, ends, joints, row.children, strict=True)
    )


def _code_lines(source: Source, unit: Unit, block: Block) -> tuple[Unit, ...]:
    """Lines of code, byte for byte; the fence's own lines go with the first and the last."""
    lines = block.content.removesuffix("\n").split("\n")
    first = block.start + (block.kind == "fence")
    starts = [unit.start, *(source.offset(first + number) for number in range(1, len(lines)))]
    ends = [*starts[1:], unit.end]
    return tuple(
        Unit(start, end, line, "\n" if number else unit.joint, Block("code_line", 0, 0, line))
        for number, (start, end, line) in enumerate(zip(starts, ends, lines, strict=True))
    )


def _finer(source: Source, unit: Unit, block: Block) -> tuple[Unit, ...]:
    """A leaf in sentences or, where it is one sentence, in words; none if it is one word."""
    for places in (_sentence_starts, _word_starts):
        if block.kind == "code_line" and places is _sentence_starts:
            continue
        parts = _cut_at(source, unit, block, places(block.content))
        if len(parts) > 1:
            return parts
    return ()


def _sentence_starts(content: str) -> list[int]:
    return [start for start, _ in sentences.spans(content.replace("\n", " "))[1:]]


def _word_starts(content: str) -> list[int]:
    return [found.start() for found in re.finditer(r"(?<=\s)\S", content)]


def _cut_at(source: Source, unit: Unit, block: Block, places: list[int]) -> tuple[Unit, ...]:
    """Parts that start at these places of the content; none if the words do not come out."""
    cuts = [(0, ""), *_words_from(source, block, places)]
    if "".join("".join(words.split()) for _, words in cuts[1:]) != "".join(unit.words.split()):
        return ()
    content_starts = [place for place, _ in cuts[1:]]
    starts = _source_places(source, unit, block.content, content_starts)
    if not starts:
        return ()
    starts[0] = unit.start
    ends = [*starts[1:], unit.end]
    content_ends = [*content_starts[1:], len(block.content)]
    return tuple(
        replace(
            unit,
            start=start,
            end=end,
            words=words,
            joint="" if number else unit.joint,
            block=replace(block, content=block.content[here:there]),
        )
        for number, (start, end, here, there, (_, words)) in enumerate(
            zip(starts, ends, content_starts, content_ends, cuts[1:], strict=True)
        )
    )


def _words_from(source: Source, block: Block, places: list[int]) -> list[tuple[int, str]]:
    """For each place, and for the start, the words up to the next place.

    A place inside a link's address or a tag yields no words and is passed over.
    """
    content = block.content
    if block.kind == "code_line":
        ends = [*places, len(content)]
        return [(a, content[a:b]) for a, b in zip([0, *places], ends, strict=True)]
    if len(places) > _MARK_COUNT or _MARKS.search(content):
        return []
    marked = _with_marks(content, places)
    is_html = block.kind == "html_block"
    words = (
        html_words(marked) if is_html else inline_words(parse_inline(marked, source.definitions))
    )
    found = list(_MARKS.finditer(words))
    starts = [0, *(places[ord(mark[0]) - _FIRST_MARK] for mark in found)]
    edges = [0, *(mark.end() for mark in found)]
    ends = [*(mark.start() for mark in found), len(words)]
    # The space behind a mark was put there with it.
    pieces = [words[a:b].removeprefix(" ") for a, b in zip(edges, ends, strict=True)]
    return list(zip(starts, pieces, strict=True))


def _with_marks(content: str, places: list[int]) -> str:
    """Each mark has a space behind it, so that emphasis opens and closes as before."""
    pieces = []
    at = 0
    for number, place in enumerate(places):
        pieces += [content[at:place], chr(_FIRST_MARK + number), " "]
        at = place
    return "".join([*pieces, content[at:]])


def _source_places(source: Source, unit: Unit, content: str, places: list[int]) -> list[int]:
    """Where places of a leaf's content stand in the source, past the marks of containers."""
    line_starts, found_at = [], []
    at, passed = unit.start, 0
    for line in content.split("\n"):
        stripped = line.strip()
        at = source.text.find(stripped, at, unit.end)
        if at < 0:
            return []
        line_starts.append(passed)
        found_at.append(at - (len(line) - len(line.lstrip())))
        at += len(stripped)
        passed += len(line) + 1
    lines = [bisect_right(line_starts, place) - 1 for place in places]
    return [
        found_at[line] + place - line_starts[line]
        for line, place in zip(lines, places, strict=True)
    ]


def _halves(source: Source, unit: Unit) -> tuple[Unit, ...]:
    """The last resort: two pieces by length, at a space where there is one near the middle."""
    text = source.text[unit.start : unit.end]
    if len(text.strip()) < 2:
        return (unit,)
    middle = _near_middle(text)
    same = text.strip() == unit.words.strip()
    lead = len(unit.words) - len(unit.words.lstrip()) - (len(text) - len(text.lstrip()))
    cut = middle + lead if same else _near_middle(unit.words)
    first = replace(unit, end=unit.start + middle, words=unit.words[:cut], block=None)
    second = replace(unit, start=unit.start + middle, words=unit.words[cut:], joint="", block=None)
    return (first, second)


def _near_middle(text: str) -> int:
    """Past a space in the second quarter, else the very middle; never 0 for two or more."""
    middle = (len(text) + 1) // 2
    space = max(text.rfind(" ", middle // 2, middle), text.rfind("\n", middle // 2, middle))
    return space + 1 if space > 0 else middle
