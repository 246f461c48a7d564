"""The headings of an essay and the anchors that they have on its page."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from retrieval.markdown.hidden import readable
from retrieval.markdown.parsing import Block, parse
from retrieval.markdown.words import inline_words, without_anchor


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page: its words, its id, and its line in the readable body (from 0)."""

    level: int
    text: str
    anchor: str
    line: int


def headings(body: str) -> tuple[Heading, ...]:
    """The headings that readers see, in order; none from code, quotes, lists or comments."""
    return headings_of(parse(readable(body)).blocks)


def headings_of(blocks: Iterable[Block]) -> tuple[Heading, ...]:
    return tuple(_anchored(block for block in blocks if block.kind == "heading"))


def _anchored(blocks: Iterable[Block]) -> Iterator[Heading]:
    taken: set[str] = set()
    for block in blocks:
        text, given = without_anchor(inline_words(block.inline).replace("\n", " "))
        anchor = _unique(given or slug_of(text) or "section", taken)
        taken.add(anchor)
        yield Heading(block.level, text, anchor, block.start)


def slug_of(text: str) -> str:
    """GitHub's way: lower case, letters and digits of any script, hyphens for spaces."""
    kept = (char for char in text.lower() if _is_kept(char))
    return "".join("-" if char.isspace() else char for char in kept)


def _is_kept(char: str) -> bool:
    return char in "-_ " or char.isspace() or unicodedata.category(char)[0] in "LNM"


def _unique(anchor: str, taken: set[str]) -> str:
    if anchor not in taken:
        return anchor
    number = 1
    while f"{anchor}-{number}" in taken:
        number += 1
    return f"{anchor}-{number}"
