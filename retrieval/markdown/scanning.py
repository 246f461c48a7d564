"""Walks a text outside its code and takes pieces out of it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from retrieval.markdown.code import CodeMap, map_code


@dataclass(frozen=True, slots=True)
class Cut:
    """From here to ``end``, readers see ``shown`` instead."""

    end: int
    shown: str = ""


# Looks at one place of a text and says what to take out there, if anything.
Cutter = Callable[[CodeMap, int], Cut | None]


def take_out(text: str, cutters: Mapping[str, Cutter]) -> str:
    """Applies the cutter of each opening (such as ``{{``) wherever it stands outside code."""
    if not any(opening in text for opening in cutters):
        return text
    code = map_code(text)
    stops = re.compile("|".join(map(re.escape, ["\\", "`", *cutters])))
    kept: list[str] = []
    at = 0
    while (stop := stops.search(text, at)) is not None:
        here = stop.start()
        kept.append(text[at:here])
        at = _step(code, here, cutters, kept)
    kept.append(text[at:])
    return "".join(kept)


def _step(code: CodeMap, at: int, cutters: Mapping[str, Cutter], kept: list[str]) -> int:
    """Keeps or takes out what stands here; the place to go on from."""
    end = _verbatim_end(code, at)
    if end:
        kept.append(code.text[at:end])
        return end
    cut = next(
        (
            cut
            for opening, cutter in cutters.items()
            if code.text.startswith(opening, at) and (cut := cutter(code, at)) is not None
        ),
        None,
    )
    if cut is None:
        kept.append(code.text[at])
        return at + 1
    kept.append(cut.shown)
    return cut.end if cut.shown else _past_spaces(code.text, at, cut.end)


def _verbatim_end(code: CodeMap, at: int) -> int:
    if end := code.block_end(at):
        return end
    if code.text[at] == "`":
        return code.inline_end(at)
    # An escaped mark opens nothing.
    return min(at + 2, len(code.text)) if code.text[at] == "\\" else 0


def _past_spaces(text: str, start: int, end: int) -> int:
    """Skips the space behind a piece that leaves a space, or a line's start, before it.

    Without this, text behind a call at a line's start could become indented code.
    """
    if start and text[start - 1] not in " \n":
        return end
    while end < len(text) and text[end] == " ":
        end += 1
    return end
