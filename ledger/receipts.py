"""Holds a receipt against its essay's text, and says how it differs; pure.

Only the text counts, never a title, a description or other front matter.
"""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from retrieval.quoting import exact_match, nearest, same_words, word_count

# Fewer words stand in too many texts to bear anything out.
LEAST_WORDS = 5


class Verdict(StrEnum):
    """What became of a receipt. Only a verified one may be published."""

    VERIFIED = "verified"
    SAME_WORDS = "same words only"
    NOT_FOUND = "not found"
    TOO_SHORT = "too short"
    CANNOT_CHECK = "cannot be checked"


@dataclass(frozen=True, slots=True)
class ReceiptCheck:
    """A verdict; ``words`` are the essay's own that come nearest, ``fault`` is for the author.

    Of a verified receipt ``words`` are the exact ones and ``fault`` is empty.
    """

    verdict: Verdict
    words: str = ""
    fault: str = ""


def check(receipt: str, text: str | None) -> ReceiptCheck:
    """Hold the receipt against an essay's text; None stands for an essay that is not there."""
    if not receipt.strip():
        return ReceiptCheck(Verdict.TOO_SHORT, fault="the receipt is empty; quote the essay.")
    if text is None or not text.strip():
        return ReceiptCheck(
            Verdict.CANNOT_CHECK, fault="the receipt cannot be checked: the essay has no text."
        )
    exact = exact_match(receipt, text)
    count = word_count(receipt)
    if count < LEAST_WORDS:
        fault = f"the receipt has {count} words; quote at least {LEAST_WORDS}."
        return ReceiptCheck(Verdict.TOO_SHORT, exact.of(text) if exact else "", fault)
    if exact:
        return ReceiptCheck(Verdict.VERIFIED, exact.of(text))
    return _same_or_nearest(receipt, text)


def _same_or_nearest(receipt: str, text: str) -> ReceiptCheck:
    same = same_words(receipt, text)
    if same:
        words = same.of(text)
        return ReceiptCheck(
            Verdict.SAME_WORDS,
            words,
            "the receipt matches only in the same words; the exact text is "
            f"“{_on_one_line(words)}”.",
        )
    near = nearest(receipt, text)
    if near is None:
        return ReceiptCheck(
            Verdict.NOT_FOUND, fault="the receipt does not stand in the essay, nor does its like."
        )
    return ReceiptCheck(
        Verdict.NOT_FOUND,
        near.words,
        f"the receipt does not stand in the essay; nearest is “{_on_one_line(near.words)}”"
        f"{_look_alikes(receipt, near.words)}.",
    )


def _look_alikes(receipt: str, words: str) -> str:
    """Names the characters where two texts part that look the same on a screen."""
    given, stored = (" ".join(text.split()) for text in (receipt, words))
    for mine, theirs in zip_longest(given, stored, fillvalue=""):
        if mine != theirs:
            if mine.isascii() and theirs.isascii():
                return ""
            return f" (the receipt has {_name(mine)} where the essay has {_name(theirs)})"
    return ""


def _name(character: str) -> str:
    return unicodedata.name(character, repr(character)) if character else "nothing"


def _on_one_line(words: str) -> str:
    return " ".join(words.split())
