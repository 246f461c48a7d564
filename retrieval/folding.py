"""Texts in the form in which quotes are compared, with the way back to every character.

``EXACT`` folds white space and Unicode form NFC. ``SAME_WORDS`` folds typography and
Markdown marks too. Letters, digits and their order are never touched.
"""

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum


class Folding(Enum):
    """How far a text is folded. List marks are words in one reading and marks in another."""

    EXACT = "exact"
    SAME_WORDS = "same words"
    WITHOUT_BULLETS = "same words, bullets dropped"
    WITHOUT_LIST_MARKS = "same words, bullets and list numbers dropped"


@dataclass(frozen=True, slots=True)
class Span:
    """Where words stand in a text, as offsets into it just as it is stored."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


@dataclass(slots=True)
class Folded:
    """A folded text in pieces: literal ones keep their characters, others replace some."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    at: list[int] = field(default_factory=list)
    origins: list[Span] = field(default_factory=list)
    literal: list[bool] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def add(self, words: str, origin: Span, *, is_literal: bool) -> None:
        """Append a piece; a space behind a space is one space, as on a page."""
        if words.startswith(" ") and (not self.parts or self.parts[-1].endswith(" ")):
            words = words[1:]
            origin = Span(origin.start + is_literal, origin.end)
        if words:
            self.at.append(self.length)
            self.origins.append(origin)
            self.literal.append(is_literal)
            self.parts.append(words)
            self.length += len(words)

    def span(self, start: int, end: int) -> Span:
        """Where the folded characters from ``start`` to ``end`` stand in the original."""
        first, last = bisect_right(self.at, start) - 1, bisect_right(self.at, end - 1) - 1
        begin, finish = self.origins[first].start, self.origins[last].end
        if self.literal[first]:
            begin += start - self.at[first]
        if self.literal[last]:
            finish = self.origins[last].start + end - self.at[last]
        return Span(begin, finish)


def fold(text: str, how: Folding) -> Folded:
    """The text folded; offsets lead back into ``text`` even where NFC joined characters."""
    composed, starts = _composed(text)
    folded, at = Folded(), 0
    for start, end, shown in _pieces(composed, how):
        folded.add(composed[at:start], Span(at, start), is_literal=True)
        folded.add(shown, Span(start, end), is_literal=False)
        at = end
    folded.add(composed[at:], Span(at, len(composed)), is_literal=True)
    return _led_back(folded, starts, len(text)) if starts else folded


_JAMO = re.compile(r"[\u1161-\u1175\u11a8-\u11c2]")


def _composed(text: str) -> tuple[str, list[int]]:
    """NFC, and for each of its characters where it begins (nothing where none changed)."""
    if unicodedata.is_normalized("NFC", text):
        return text, []
    starts: list[int] = []
    parts: list[str] = []
    for start, end in _clusters(text):
        parts.append(unicodedata.normalize("NFC", text[start:end]))
        starts += [start] * len(parts[-1])
    return "".join(parts), starts


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Each character with the marks behind it, which NFC may join to it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not (
            unicodedata.category(text[at]).startswith("M") or _JAMO.match(text[at])
        ):
            yield start, at
            start = at


def _led_back(folded: Folded, starts: list[int], length: int) -> Folded:
    """The same pieces with origins in the text before NFC, one for each character."""
    ends = [*starts[1:], length]
    for at in range(len(ends) - 2, -1, -1):
        if ends[at] == starts[at]:
            ends[at] = ends[at + 1]
    led = Folded()
    for words, origin, is_literal in zip(folded.parts, folded.origins, folded.literal, strict=True):
        for offset, character in enumerate(words):
            first = origin.start + offset if is_literal else origin.start
            last = first if is_literal else origin.end - 1
            led.add(character, Span(starts[first], ends[last]), is_literal=False)
    return led


# What white space is in the exact sense; a no-break or thin space is typography.
WHITE_SPACE = re.compile(r"[ \t\n\r\f\v]+")

_UNSEEN = (
    r"\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
)
_SINGLE = "‘’‚‛′ʹʼ`´‹›"
_DOUBLE = "“”„‟″ʺ«»〝〞＂"
_HYPHENS = "‐‑‒–−﹣－"
_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
}  # fmt: skip
_FOLDABLE = re.compile(
    rf"""
    # Letters, and a space before one, are most of a text and fold into nothing.
    (?=[\W\d_ﬀ-ﬆ])(?:^|(?![ ][^\W_]))(?:
      (?P<fence>^[ \t]*(?:`{{3,}}|~{{3,}})[^\n]*$)
    | (?P<ruled>^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$
      |^[ ]{{0,3}}(?:=+|(?:\*[ \t]*){{3,}}|(?:_[ \t]*){{3,}}|(?:-[ \t]*){{3,}})$)
    | (?P<opening>^[ \t]*(?:>[ \t]?)+|^[ ]{{0,3}}\#{{1,6}}[ \t]+)
    | (?P<bullet>^[ \t]*[-*+][ \t]+(?=\S))
    | (?P<number>^[ \t]*\d{{1,3}}[.)][ \t]+(?=\S))
    | (?P<comment><!--(?:(?!<!--).)*?-->)
    | (?P<line_tag><(?:br|/?(?:p|div|li|tr|td|th|h[1-6]|ul|ol|table|blockquote))\b[^<>]*>)
    | (?P<tag></?[A-Za-z][^<>]*>)
    | (?P<entity>&(?:\#\d{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}});)
    | (?P<target>\]\((?:<[^<>\n]*>
        |(?:\{{\{{[^{{}}\n]*\}}\}}|\{{%[^%\n]*%\}}|[^()\s]|\([^()\s]*\))*+)
        (?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\))
    | (?P<reference>\]\[[^\[\]]*\])
    | (?P<footnote>\[\^[^\]\s]{{1,100}}\]:?)
    | (?P<bracket>!?\[|\])
    | (?P<escape>\\(?=[!-/:-@\[-`{{-~\n]))
    | (?P<ellipsis>…|\.(?:[ \u00a0]\.){{2}})
    | (?P<dash>[^\S\n]+(?:-{{1,3}}|[{_HYPHENS}])\s+|[^\S\n]*(?:-{{2,3}}|[—―⸺])\s*)
    | (?P<space>[\s\u2800\u3164]+)
    | (?P<emphasis>(?<!\d)\*+|\*+(?!\d)|`+|~~|(?<![^\W_])_+|_+(?![^\W_]))
    | (?P<cell>\|)
    | (?P<unseen>[{_UNSEEN}]+)
    | (?P<hyphen>[{_HYPHENS}])
    | (?P<single>[{_SINGLE}])
    | (?P<double>[{_DOUBLE}])
    | (?P<ligature>[ﬀ-ﬆ])
    )
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_SHOWN = {
    "line_tag": " ", "cell": " ", "space": " ", "dash": " - ", "ellipsis": "...",
    "hyphen": "-", "single": "'", "double": '"',
}  # fmt: skip
# What stands at the start of a line is a mark in a text, but a word in a quote cut out of one.
_KEPT = {
    Folding.SAME_WORDS: {"bullet", "number", "ruled"},
    Folding.WITHOUT_BULLETS: {"number"},
    Folding.WITHOUT_LIST_MARKS: set[str](),
}


def _pieces(text: str, how: Folding) -> Iterator[tuple[int, int, str]]:
    """What is folded: from, to, and what stands there instead, in order."""
    if how is Folding.EXACT:
        for space in WHITE_SPACE.finditer(text):
            yield space.start(), space.end(), " "
        return
    at = 0
    while found := _FOLDABLE.search(text, at):
        kind, end = str(found.lastgroup), found.end()
        if kind in _KEPT[how] or (kind == "number" and not _begins_list(text, found.start())):
            yield from _line_opening(found)
        elif kind == "entity":
            yield found.start(), end, _simply(html.unescape(found[0]), how)
        elif kind == "ligature":
            yield found.start(), end, _LIGATURES[found[0]]
        else:
            yield found.start(), end, _SHOWN.get(kind, "")
        at = end


def _line_opening(found: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """A list mark that counts as words: only the space around it folds."""
    start = found.start()
    for space in WHITE_SPACE.finditer(found[0]):
        yield start + space.start(), start + space.end(), " "


def _begins_list(text: str, at: int) -> bool:
    """Whether a number at a line's start is a list's, and no sentence's: "in\\n1987. We"."""
    before = text[:at].rstrip("\n")
    line = before[before.rfind("\n") + 1 :]
    is_apart = not before or text[len(before) : at].count("\n") > 1
    return is_apart or re.match(r"[ \t]*\d{1,3}[.)][ \t]", line) is not None


def _simply(character: str, how: Folding) -> str:
    """What an entity stands for, folded like the character itself."""
    return "".join(shown for _, _, shown in _pieces(character, how)) or character
