"""Cuts an essay at its headings, then at blocks and sentences, never beyond the window.

No text is lost: the chunks' stored texts, joined, give the readable body in order. Only the
head of a table that is cut in two stands in them twice.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from retrieval import sentences
from retrieval.cutting import Source, Unit, divide, source_of, units_of
from retrieval.markdown import readable, searchable
from retrieval.markdown.headings import Heading, headings_of
from retrieval.markdown.parsing import Block, parse

# To be raised whenever the same essay would be cut or embedded otherwise.
CHUNKER_VERSION = "1"

# A passage shorter than this says too little to be found by; it joins its neighbour.
SHORT_CHARS = 200
# Ten times the average word's length for each token of a window of 256: only runs without
# spaces and very wide code meet it before they meet the window.
MAX_CHARS = 2400
# The title and headings before a chunk's words may take this part of the window.
_PREFIX_SHARE = 4
# Kept free in a section of several chunks for the sentence repeated at a seam.
_SEAM_SHARE = 8

TokenCounter = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk before it is stored.

    ``text``: Markdown as the readable body has it. ``plain``: its words, without the heading
    that opens it. ``embedded``: title and headings, the last sentence of the chunk before at
    a seam, and the words. ``token_count``: of ``embedded``, special tokens included.
    """

    ordinal: int
    heading_path: tuple[str, ...]
    anchor: str
    text: str
    plain: str
    embedded: str
    token_count: int


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading, up to the next one of any level."""

    heading_path: tuple[str, ...]
    anchor: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """What a chunk's words may take."""

    tokens: int
    chars: int


class Measure:
    """Counts tokens in batches and remembers; special tokens are left out."""

    def __init__(self, count_tokens: TokenCounter) -> None:
        self._count = count_tokens
        self._known: dict[str, int] = {}
        self.special = count_tokens([""])[0]

    def learn(self, texts: Iterable[str]) -> None:
        new = list({text for text in map(searchable, texts) if text not in self._known})
        if new:
            self._known.update(zip(new, self._count(new), strict=True))

    def tokens(self, text: str) -> int:
        self.learn([text])
        return self._known[searchable(text)] - self.special


def chunk(
    body: str,
    *,
    title: str,
    count_tokens: TokenCounter,
    window_tokens: int,
    max_chars: int = MAX_CHARS,
) -> tuple[Piece, ...]:
    """The essay's chunks in order; none where there is nothing to read.

    ``count_tokens`` counts as the embedder does, special tokens included.
    """
    text = readable(body)
    document = parse(text)
    source = source_of(text, document)
    sections = _with_words(_sections(source, document.blocks, title))
    measure = Measure(count_tokens)
    measure.learn(unit.words for section in sections for unit in section.units)
    cutter = _Cutter(source, measure, title, window_tokens, max_chars)
    pieces = [piece for section in sections for piece in cutter.pieces(section)]
    return tuple(replace(piece, ordinal=ordinal) for ordinal, piece in enumerate(pieces))


def _sections(source: Source, blocks: Sequence[Block], title: str) -> Iterator[Section]:
    headings = {heading.line: heading for heading in headings_of(blocks)}
    title_line = _title_line(headings.values(), title)
    path: list[Heading] = []
    units: list[Unit] = []
    for unit in units_of(source, blocks):
        if unit.block is not None and unit.block.kind == "heading":
            yield _section(path, units, title_line)
            heading = headings[unit.block.start]
            path = [*(outer for outer in path if outer.level < heading.level), heading]
            units = []
        units.append(unit)
    yield _section(path, units, title_line)


def _section(path: Sequence[Heading], units: Sequence[Unit], title_line: int) -> Section:
    """The opening heading's words go, for the prefix bears them."""
    names = tuple(heading.text for heading in path if heading.line != title_line)
    anchor = path[-1].anchor if path else ""
    opening = [replace(units[0], words="")] if path and units else units[:1]
    return Section(names, anchor, (*opening, *units[1:]))


def _title_line(headings: Iterable[Heading], title: str) -> int:
    """The line of the first top heading if it is the title once more; -1 if it is not."""
    first = next((heading for heading in headings if heading.level == 1), None)
    if first is None or first.text.casefold().split() != title.casefold().split():
        return -1
    return first.line


def _with_words(sections: Iterable[Section]) -> list[Section]:
    """Sections in which something stands; a bare heading joins the next, the last one before."""
    full: list[Section] = []
    waiting: list[tuple[str, Unit]] = []
    for section in sections:
        if not any(unit.words.strip() for unit in section.units):
            waiting += _bare(section)
            continue
        full.append(replace(section, units=(*_above(waiting, section), *section.units)))
        waiting = []
    tail = [replace(unit, words=name) for name, unit in waiting]
    if full:
        full[-1] = replace(full[-1], units=(*full[-1].units, *tail))
    elif any(unit.words for unit in tail):
        full.append(Section((), "", tuple(tail)))
    return full


def _bare(section: Section) -> Iterator[tuple[str, Unit]]:
    """The units of a wordless section, the heading's with its name."""
    for number, unit in enumerate(section.units):
        is_heading = unit.block is not None and unit.block.kind == "heading" and not number
        yield (section.heading_path[-1] if is_heading and section.heading_path else ""), unit


def _above(waiting: Sequence[tuple[str, Unit]], section: Section) -> Iterator[Unit]:
    """Bare headings before a section; one that is in its path is not said twice."""
    for name, unit in waiting:
        yield replace(unit, words="" if name in section.heading_path else name)


class _Cutter:
    """Cuts the sections of one essay."""

    def __init__(
        self, source: Source, measure: Measure, title: str, window_tokens: int, max_chars: int
    ) -> None:
        self.source = source
        self.measure = measure
        self.title = title
        self.window = window_tokens
        self.max_chars = max_chars

    def pieces(self, section: Section) -> list[Piece]:
        """Packed by estimate, then counted as a whole; packed again with less room if over."""
        prefix = self._prefix(section.heading_path)
        tokens = self.window - self.measure.special - self.measure.tokens(prefix)
        while True:
            room = Room(tokens, self.max_chars)
            pieces = self._built(section, prefix, self._groups(section.units, room))
            over = max((piece.token_count for piece in pieces), default=0) - self.window
            if over <= 0:
                return pieces
            if tokens <= 1:
                raise ValueError(
                    f"A window of {self.window} tokens is too small for chunks of "
                    f"{self.title!r}; choose a model that reads more."
                )
            tokens = max(1, tokens - over)

    def _prefix(self, heading_path: Sequence[str]) -> str:
        """``Title > Heading > Sub`` in a quarter of the window: the longest name gives way."""
        names = [" ".join(name.split()) for name in (self.title, *heading_path) if name.strip()]
        while self.measure.tokens(" > ".join(names)) > self.window // _PREFIX_SHARE:
            longest = max(range(len(names)), key=lambda number: len(names[number]))
            kept = names[longest].removesuffix("…")
            if len(kept) < 8:
                del names[longest]
            else:
                names[longest] = kept[: len(kept) * 3 // 4].rstrip() + "…"
        return " > ".join(names)

    def _groups(self, units: Sequence[Unit], room: Room) -> list[list[Unit]]:
        if self._fits(units, room):
            return [list(units)]
        less = replace(room, tokens=max(1, room.tokens - room.tokens // _SEAM_SHARE))
        groups = self._packed(self._small_enough(units, less), less)
        return self._with_full_tail(groups, less)

    def _small_enough(self, units: Sequence[Unit], room: Room) -> list[Unit]:
        """Units each of which fits, divided as little as that takes."""
        fitting: list[Unit] = []
        queue = deque(units)
        while queue:
            unit = queue.popleft()
            parts = (unit,) if self._fits([unit], room) else divide(self.source, unit)
            if parts == (unit,):
                fitting.append(unit)
                continue
            self.measure.learn(part.words for part in parts)
            queue.extendleft(reversed(parts))
        return fitting

    def _packed(self, units: Sequence[Unit], room: Room) -> list[list[Unit]]:
        """As many as fit in each group; a short group is filled with a part of the next unit."""
        groups: list[list[Unit]] = [[]]
        queue = deque(units)
        while queue:
            unit = queue.popleft()
            if not groups[-1] or self._fits([*groups[-1], unit], room):
                groups[-1].append(unit)
                continue
            parts = self._parts(unit) if self._is_short(groups[-1]) else (unit,)
            if len(parts) > 1:
                queue.extendleft(reversed(parts))
            else:
                groups.append([unit])
        return groups

    def _with_full_tail(self, groups: list[list[Unit]], room: Room) -> list[list[Unit]]:
        """Moves units from the last group but one until the last is no longer short."""
        if len(groups) < 2 or not self._is_short(groups[-1]):
            return groups
        *before, giving, taking = groups
        while self._is_short(taking) and giving:
            unit = giving[-1]
            is_small_enough = self._fits([unit, *taking], room) and len(giving) > 1
            if is_small_enough and not self._is_short(giving[:-1]):
                giving, taking = giving[:-1], [unit, *taking]
                continue
            parts = self._parts(unit)
            if len(parts) < 2:
                break
            giving = [*giving[:-1], *parts]
        return [*before, giving, taking]

    def _parts(self, unit: Unit) -> tuple[Unit, ...]:
        """Parts made only to even out lengths: never shorter than sentences and rows."""
        if unit.block is None or unit.end - unit.start < SHORT_CHARS:
            return (unit,)
        parts = divide(self.source, unit)
        self.measure.learn(part.words for part in parts)
        return parts

    def _is_short(self, units: Sequence[Unit]) -> bool:
        return sum(len(unit.words) for unit in units) < SHORT_CHARS

    def _fits(self, units: Sequence[Unit], room: Room) -> bool:
        words = [*(unit.words for unit in units), units[0].header_words if units else ""]
        # Link targets are stored with their neighbours but never embedded.
        chars = sum(unit.end - unit.start for unit in units if unit.words or unit.block)
        chars += len(units[0].header) if units else 0
        return sum(map(self.measure.tokens, words)) <= room.tokens and chars <= room.chars

    def _built(
        self, section: Section, prefix: str, groups: Sequence[Sequence[Unit]]
    ) -> list[Piece]:
        plains = [_plain(group) for group in groups]
        embedded = [
            self._embedded(prefix, self._seam(prefix, before, plain, group), plain)
            for before, plain, group in zip(["", *plains], plains, groups, strict=False)
        ]
        self.measure.learn(embedded)
        return [
            Piece(
                0,
                section.heading_path,
                section.anchor,
                self._text(group),
                plain,
                whole,
                self.measure.tokens(whole) + self.measure.special,
            )
            for group, plain, whole in zip(groups, plains, embedded, strict=True)
        ]

    def _embedded(self, prefix: str, seam: str, plain: str) -> str:
        return searchable("\n".join(part for part in (prefix, seam, plain) if part))

    def _seam(self, prefix: str, before: str, plain: str, group: Sequence[Unit]) -> str:
        """The last sentence of the chunk before, or as much of its end as there is room for."""
        if not before or group[0].header:
            return ""
        words = sentences.split(before.rsplit("\n\n", 1)[-1])[-1].split(" ")
        taken = self.measure.tokens(prefix) + self.measure.tokens(plain) + self.measure.special
        while words and self.measure.tokens(" ".join(words)) + taken > self.window - 1:
            words = words[(len(words) + 3) // 4 :]
        return " ".join(words)

    def _text(self, group: Sequence[Unit]) -> str:
        text = self.source.text[group[0].start : group[-1].end].strip("\n").rstrip()
        return f"{group[0].header}\n{text}" if group[0].header else text


def _plain(group: Sequence[Unit]) -> str:
    plain = group[0].header_words
    for unit in group:
        if unit.words.strip() or (unit.block and unit.block.kind == "code_line"):
            plain += (unit.joint if plain else "") + unit.words
    return plain.strip("\n").rstrip()
