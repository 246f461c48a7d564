"""Two texts side by side: what stands in both, in one alone, or in other words. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# A longer paragraph is shown as changed as a whole: comparing words takes their square.
MOST_WORDS = 600
_WORDS = re.compile(r"\s+|[^\s]+")


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
    return tuple(
        pair
        for kind, a, b, c, d in SequenceMatcher(None, one, other).get_opcodes()
        for pair in ([Pair(same=b - a)] if kind == "equal" else _pairs(one[a:b], other[c:d]))
    )


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _pairs(left: Sequence[str], right: Sequence[str]) -> Iterator[Pair]:
    """The first beside the first, and so on; what one side has more stands alone."""
    both = min(len(left), len(right))
    yield from map(_by_words, left[:both], right[:both])
    yield from (Pair(left=(Run(text, differs=True),)) for text in left[both:])
    yield from (Pair(right=(Run(text, differs=True),)) for text in right[both:])


def _by_words(left: str, right: str) -> Pair:
    one, other = _WORDS.findall(left), _WORDS.findall(right)
    if max(len(one), len(other)) > 2 * MOST_WORDS:
        return Pair((Run(left, differs=True),), (Run(right, differs=True),))
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return Pair(
        tuple(Run("".join(one[a:b]), kind != "equal") for kind, a, b, _, _ in codes if a < b),
        tuple(Run("".join(other[c:d]), kind != "equal") for kind, _, _, c, d in codes if c < d),
    )
