"""Sets an excerpt as its passage stands: paragraphs, lines of code, rows of a table; pure."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from retrieval.excerpts import Excerpt, Fragment
from retrieval.markdown.parsing import block_tokens
from retrieval.markdown.words import CELL_JOINT

Fragments = tuple[Fragment, ...]
# Without any of these a text holds no code, and need not be parsed.
_SIGNS_OF_CODE = ("```", "~~~", "    ", "\t")
_LEAST_ROWS = 2


class Setting(StrEnum):
    """How a piece of an excerpt is drawn."""

    PARAGRAPH = "paragraph"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that are drawn alike; a line has one cell, but for the rows of a table."""

    setting: Setting
    lines: tuple[tuple[Fragments, ...], ...]


def set_out(cut: Excerpt, markdown: str) -> tuple[Piece, ...]:
    """The excerpt in pieces, in order; ``markdown``: the passage that it was cut from."""
    code = _code_lines(markdown)
    lines = [line for line in _split(cut.fragments, "\n") if _text(line).strip()]
    return tuple(
        piece
        for setting, group in groupby(lines, key=lambda line: _setting_of(_text(line), code))
        for piece in _pieces(setting, tuple(group), code)
    )


def _code_lines(markdown: str) -> Mapping[str, str]:
    """Each line of code as it is indented, by itself without its indentation."""
    if not any(sign in markdown for sign in _SIGNS_OF_CODE):
        return {}
    blocks = (one for one in block_tokens(markdown) if one.type in {"fence", "code_block"})
    lines = (line for one in blocks for line in textwrap.dedent(one.content).splitlines())
    return {line.strip(): line for line in lines}


def _setting_of(line: str, code: Mapping[str, str]) -> Setting:
    if line.strip() in code:
        return Setting.CODE
    return Setting.TABLE if CELL_JOINT in line else Setting.PARAGRAPH


def _pieces(
    setting: Setting, lines: Sequence[Fragments], code: Mapping[str, str]
) -> Iterator[Piece]:
    if setting is Setting.CODE:
        yield Piece(setting, tuple((_indented(line, code),) for line in lines))
    elif setting is Setting.TABLE and len(lines) >= _LEAST_ROWS:
        yield Piece(setting, tuple(tuple(_split(line, CELL_JOINT)) for line in lines))
    else:
        # One line alone may as well be a sentence with a bar in it.
        yield from (Piece(Setting.PARAGRAPH, ((line,),)) for line in lines)


def _indented(line: Fragments, code: Mapping[str, str]) -> Fragments:
    """As the code has it: an excerpt begins at a word, and code moves as a whole."""
    text = _text(line)
    whole = code[text.strip()]
    margin = Fragment(whole[: len(whole) - len(whole.lstrip())], is_asked=False)
    return (margin, *_without_margin(line, len(text) - len(text.lstrip())))


def _without_margin(line: Iterable[Fragment], width: int) -> Iterator[Fragment]:
    for one in line:
        kept = one.text[width:]
        width = max(0, width - len(one.text))
        if kept:
            yield Fragment(kept, one.is_asked)


def _split(fragments: Iterable[Fragment], joint: str) -> list[Fragments]:
    """The fragments between two joints; a joint never lies in two of them."""
    parts: list[list[Fragment]] = [[]]
    for one in fragments:
        first, *others = one.text.split(joint)
        parts[-1].append(Fragment(first, one.is_asked))
        parts.extend([Fragment(other, one.is_asked)] for other in others)
    return [tuple(one for one in part if one.text) for part in parts]


def _text(fragments: Iterable[Fragment]) -> str:
    return "".join(one.text for one in fragments)
