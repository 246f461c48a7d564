"""Finds quoted words in a text: exactly, in the same words, or nearest to them.

*Exact* folds white space and Unicode form NFC, nothing else. *Same words* folds
typography and Markdown marks too. Words, numbers, negations and their order never fold,
and a match never begins or ends inside a word: ``can`` does not stand in ``can't``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from unicodedata import is_normalized

from retrieval.folding import WHITE_SPACE, Folded, Folding, Span, fold

# Below this share of common words, "nearest" would be a sentence about something else.
LEAST_SHARE = 0.5
# How many windows are compared in full after a count of their words.
_FULL_COMPARISONS = 8

_JOINERS = "'’‐‑_·\u00ad\u200b\u2060-"
WORD = re.compile(rf"[^\W_]+(?:[.,{_JOINERS}][^\W_]+)*")
# Scripts that put no space between words: a match may begin and end anywhere in them.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_MARK = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


@dataclass(frozen=True, slots=True)
class Nearest:
    """The words of a text that come closest; ``share`` is 1 for the very same words."""

    span: Span
    words: str
    share: float


def exact_match(needle: str, text: str) -> Span | None:
    """Where the needle stands, white space and NFC aside; None where it does not."""
    wanted = _wanted(needle, Folding.EXACT)
    # Most texts hold no such words. This says so long before a text is folded with the way back.
    if is_normalized("NFC", text) and wanted not in WHITE_SPACE.sub(" ", text):
        return None
    return _find(wanted, fold(text, Folding.EXACT))


def same_words(needle: str, text: str) -> Span | None:
    """Where the needle's words stand, typography and Markdown marks aside.

    List marks are tried as marks and as words, for either may be quoted; code of marks
    alone stands only exactly.
    """
    exact = exact_match(needle, text)
    if exact:
        return exact
    needles = {_wanted(needle, how): None for how in Folding if how is not Folding.EXACT}
    for how in (Folding.WITHOUT_BULLETS, Folding.WITHOUT_LIST_MARKS):
        folded = fold(text, how)
        for wanted in needles:
            span = _find(wanted, folded)
            if span:
                return span
    return None


def nearest(needle: str, text: str) -> Nearest | None:
    """The run of words that shares most with the needle; None where nothing comes near."""
    wanted = [found[0].casefold() for found in WORD.finditer(_wanted(needle, Folding.SAME_WORDS))]
    folded = fold(text, Folding.WITHOUT_BULLETS)
    found = list(WORD.finditer(folded.text))
    words = [word[0].casefold() for word in found]
    compared = [_compared(wanted, words, at) for at in _likely_starts(wanted, words)]
    if not compared:
        return None
    share, start, end = max(compared, key=lambda window: (window[0], window[1] - window[2]))
    if share < LEAST_SHARE:
        return None
    span = folded.span(found[start].start(), found[end - 1].end())
    return Nearest(span, span.of(text), share)


def word_count(text: str) -> int:
    """The words of a text; where no space divides them, two characters count as one."""
    unspaced = len(_UNSPACED.findall(text))
    return len(WORD.findall(_UNSPACED.sub(" ", text))) + (unspaced + 1) // 2


# A ledger's receipts are looked for in every passage that is found.
@lru_cache(maxsize=4096)
def _wanted(needle: str, how: Folding) -> str:
    return fold(needle, how).text.strip(" ")


def _find(wanted: str, folded: Folded) -> Span | None:
    text = folded.text
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        if not (_is_inside_word(text, at) or _is_inside_word(text, end)):
            return folded.span(at, end)
        at = text.find(wanted, at + 1)
    return None


def _is_inside_word(text: str, at: int) -> bool:
    """Whether a cut at this place would part a word, a number or a contraction."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if not before or not after or _UNSPACED.match(before) or _UNSPACED.match(after):
        return False
    if _MARK.match(after):
        return True
    if before.isalnum() and after.isalnum():
        return True
    if before.isalnum() and _joins(after, before, text[at + 1 : at + 2]):
        return True
    return after.isalnum() and at > 1 and _joins(before, text[at - 2], after)


def _joins(sign: str, left: str, right: str) -> bool:
    """Whether a sign between two characters makes them one word: don't, e-bike, 1,250."""
    if sign in ".,":
        return left.isdigit() and right.isdigit()
    return sign in _JOINERS and left.isalnum() and right.isalnum()


def _likely_starts(wanted: Sequence[str], words: Sequence[str]) -> list[int]:
    """Where the windows begin that hold most of the wanted words, in whatever order."""
    if not wanted or not words:
        return []
    counted = sorted(_counted(wanted, words), reverse=True)
    return [-start for _, start in counted[:_FULL_COMPARISONS]]


def _counted(wanted: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each window's common words, and its start negated so that earlier ones sort first."""
    missing = Counter(wanted)
    common = 0
    width = len(wanted)
    for at, word in enumerate(words):
        common += missing[word] > 0
        missing[word] -= 1
        if at >= width:
            left = words[at - width]
            missing[left] += 1
            common -= missing[left] > 0
        if at >= width - 1 or at == len(words) - 1:
            yield common, -max(0, at - width + 1)


def _compared(wanted: Sequence[str], words: Sequence[str], start: int) -> tuple[float, int, int]:
    """How like a window is to the wanted words, in order; cut to what they share."""
    # A few words more, for the essay may have words that the quote left out.
    low, high = max(0, start - 2), start + len(wanted) + 3
    matcher = SequenceMatcher(None, wanted, words[low:high], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return 0.0, start, min(len(words), start + len(wanted))
    first, last = low + blocks[0].b, low + blocks[-1].b + blocks[-1].size
    # Words at the ends that differ belong to the answer too: they are what went wrong.
    first = max(low, first - blocks[0].a)
    last = min(len(words), last + len(wanted) - blocks[-1].a - blocks[-1].size)
    shared = sum(block.size for block in blocks)
    return 2 * shared / (len(wanted) + last - first), first, last
