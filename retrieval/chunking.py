"""Cuts an essay at its headings, then at blocks and sentences, never beyond the window.

No text is lost: the chunks' stored texts, joined, give the readable body in order. Only the
head of a table that is cut in two stands in them twice.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from retrieval import sentences
from retrieval.cutting import Source, Unit, divide, source_of
from retrieval.markdown import readable, searchable
from retrieval.markdown.parsing import parse
from retrieval.sectioning import Section, sections_of

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
_SEAM_SHARE = 6
# Joining texts may cost a tokenizer a token or two more than the texts apart.
_SEAM_MARGIN = 2

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
        new = list({text for text in texts if text not in self._known})
        if new:
            self._known.update(zip(new, self._count(list(map(searchable, new))), strict=True))

    def tokens(self, text: str) -> int:
        if text not in self._known:
            self.learn([text])
        return self._known[text] - self.special


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
    sections = sections_of(source, document.blocks, title=title)
    cutter = _Cutter(source, Measure(count_tokens), title, window_tokens, max_chars)
    pieces = cutter.pieces(sections)
    return tuple(replace(piece, ordinal=ordinal) for ordinal, piece in enumerate(pieces))


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

    def pieces(self, sections: Sequence[Section]) -> list[Piece]:
        """Packed by estimate, then counted as a whole; packed again with less room if over."""
        self.measure.learn(unit.words for section in sections for unit in section.units)
        self.measure.learn(self._full_prefix(section) for section in sections)
        done: dict[int, list[Piece]] = {}
        shortages = dict.fromkeys(range(len(sections)), 0)
        while shortages:
            drafts = {
                number: self._draft(sections[number], shortage)
                for number, shortage in shortages.items()
            }
            self.measure.learn(piece.embedded for draft in drafts.values() for piece in draft)
            done |= {number: list(map(self._counted, draft)) for number, draft in drafts.items()}
            shortages = {
                number: shortage + over
                for number, shortage in shortages.items()
                if (over := self._over(done[number])) > 0
            }
        return [piece for number in range(len(sections)) for piece in done[number]]

    def _counted(self, piece: Piece) -> Piece:
        tokens = self.measure.tokens(piece.embedded) + self.measure.special
        return replace(piece, token_count=tokens)

    def _over(self, pieces: Sequence[Piece]) -> int:
        return max((piece.token_count for piece in pieces), default=0) - self.window

    def _draft(self, section: Section, shortage: int) -> list[Piece]:
        """Pieces not yet counted; ``shortage``: tokens that the estimate was wrong by so far."""
        prefix = self._prefix(section)
        tokens = self.window - self.measure.special - self.measure.tokens(prefix) - shortage
        if tokens < 1 and shortage > self.window:
            raise ValueError(
                f"A window of {self.window} tokens is too small for the chunks of "
                f"{self.title!r}; choose a model that reads more."
            )
        groups = self._groups(section.units, Room(max(1, tokens), self.max_chars))
        return self._built(section, prefix, groups)

    def _full_prefix(self, section: Section) -> str:
        return " > ".join(self._names(section))

    def _names(self, section: Section) -> list[str]:
        names = (self.title, *section.heading_path)
        return [" ".join(name.split()) for name in names if name.strip()]

    def _prefix(self, section: Section) -> str:
        """``Title > Heading > Sub`` in a quarter of the window: the longest name gives way."""
        names = self._names(section)
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
        seams = ["", *map(_last_sentence, plains[:-1])]
        self.measure.learn(seams)
        pieces = []
        for group, plain, seam in zip(groups, plains, seams, strict=True):
            repeated = self._seam(prefix, seam, group)
            embedded = searchable("\n".join(filter(None, (prefix, repeated, plain))))
            path, anchor = section.heading_path, section.anchor
            pieces.append(Piece(0, path, anchor, self._text(group), plain, embedded, 0))
        return pieces

    def _seam(self, prefix: str, sentence: str, group: Sequence[Unit]) -> str:
        """The last sentence of the chunk before, or as much of its end as there is room for."""
        if not sentence or group[0].header:
            return ""
        words = sentence.split(" ")
        room = self.window - self.measure.special - self.measure.tokens(prefix)
        room -= sum(self.measure.tokens(unit.words) for unit in group) + _SEAM_MARGIN
        while words and self.measure.tokens(" ".join(words)) > room:
            words = words[(len(words) + 3) // 4 :]
        return " ".join(words)

    def _text(self, group: Sequence[Unit]) -> str:
        text = self.source.text[group[0].start : group[-1].end].strip("\n").rstrip()
        return f"{group[0].header}\n{text}" if group[0].header else text


def _last_sentence(plain: str) -> str:
    found = sentences.split(plain.rsplit("\n\n", 1)[-1])
    return found[-1] if found else ""


def _plain(group: Sequence[Unit]) -> str:
    plain = group[0].header_words
    for unit in group:
        if unit.words.strip() or (unit.block and unit.block.kind == "code_line"):
            plain += (unit.joint if plain else "") + unit.words
    return plain.strip("\n").rstrip()
