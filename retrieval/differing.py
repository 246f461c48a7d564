"""What a quotation has in place of the words as they stand; pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from retrieval.folding import Folding, fold

_END_MARKS = re.compile(r"^[\W_]+|[\W_]+$")


class Whose(StrEnum):
    """Who has the words: both, the quotation alone, or the text alone."""

    BOTH = "both"
    QUOTED = "quoted"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words in a row that the same one has, joined by single spaces."""

    whose: Whose
    words: str


def differences(quoted: str, written: str) -> tuple[Stretch, ...]:
    """Both readings word by word, in order; typography is no difference, case is one.

    Marks at the ends are left out: where a quotation ends, its marks are its own. The
    stretches of ``BOTH`` and ``WRITTEN`` together are the text, those of ``BOTH`` and ``QUOTED``
    the quotation but for its typography.
    """
    said, stands = (_END_MARKS.sub("", text).split() for text in (quoted, written))
    matcher = SequenceMatcher(None, _folded(said), _folded(stands), autojunk=False)
    return tuple(_stretches(matcher, said, stands))


def _stretches(
    matcher: SequenceMatcher[str], said: Sequence[str], stands: Sequence[str]
) -> Iterator[Stretch]:
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            yield Stretch(Whose.BOTH, " ".join(stands[start:end]))
            continue
        if first < last:
            yield Stretch(Whose.QUOTED, " ".join(said[first:last]))
        if start < end:
            yield Stretch(Whose.WRITTEN, " ".join(stands[start:end]))


def _folded(words: Sequence[str]) -> list[str]:
    return [fold(word, Folding.SAME_WORDS).text.strip() for word in words]
