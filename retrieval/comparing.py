"""Two texts side by side: what stands in both, in one alone, or in other words. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import count

# A longer paragraph, and one after so many, is shown as changed as a whole: comparing words
# takes their square, and a page must not wait for two texts with nothing in common.
MOST_WORDS = 600
MOST_BY_WORDS = 200
_WORDS = re.compile(r"\S+\s*")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a paragraph; ``differs``: the other text has it not, or otherwise."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """A paragraph of each text beside the other; an empty side has nothing there.

    ``same``: how many paragraphs are alike in both, where that is all there is to say.
    """

    left: tuple[Run, ...] = ()
    right: tuple[Run, ...] = ()
    same: int = 0


def compare(left: str, right: str) -> tuple[Pair, ...]:
    """Paragraph by paragraph, and by words within those that changed; likes are counted."""
    one, other = _paragraphs(left), _paragraphs(right)
    changed = count()
    pairs: list[Pair] = []
    for kind, a, b, c, d in SequenceMatcher(None, one, other).get_opcodes():
        is_same = kind == "equal"
        pairs += [Pair(same=b - a)] if is_same else _pairs(one[a:b], other[c:d], changed)
    return tuple(pairs)


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _pairs(left: Sequence[str], right: Sequence[str], changed: Iterator[int]) -> Iterator[Pair]:
    """The first beside the first, and so on; what one side has more stands alone."""
    both = min(len(left), len(right))
    for one, other in zip(left[:both], right[:both], strict=True):
        yield _by_words(one, other) if next(changed) < MOST_BY_WORDS else _whole(one, other)
    yield from (Pair(left=(Run(text, differs=True),)) for text in left[both:])
    yield from (Pair(right=(Run(text, differs=True),)) for text in right[both:])


def _by_words(left: str, right: str) -> Pair:
    one, other = _WORDS.findall(left), _WORDS.findall(right)
    if max(len(one), len(other)) > MOST_WORDS:
        return _whole(left, right)
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return Pair(
        tuple(Run("".join(one[a:b]), kind != "equal") for kind, a, b, _, _ in codes if a < b),
        tuple(Run("".join(other[c:d]), kind != "equal") for kind, _, _, c, d in codes if c < d),
    )


def _whole(left: str, right: str) -> Pair:
    return Pair((Run(left, differs=True),), (Run(right, differs=True),))
