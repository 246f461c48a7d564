"""Splits plain text into sentences, each a slice of the text exactly as it stands."""

import re
from collections.abc import Iterator

# Ends a sentence: its marks, then any quotation marks or brackets that close with it.
_END = re.compile(
    r"(?:[.!?…‽]+|\.\s\.\s\.)[\"'”’»)\]*_]*(?:\[\d+\])*(?=\s)|[。！？｡]+[」』”’）》]*"
)
_WORD_BEFORE = re.compile(r"[^\s(\[“‘\"'«—–/]+\Z")
_OPENING = "\"'“‘«([*_¿¡—–-•"


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Never end a sentence, for a name or a number must follow.
_TITLES = _words(
    "mr mrs ms mx dr prof st mt gen col capt lt sgt rev hon sen rep gov messrs mme fr sr fig"
    " figs eq sec ch vol pp nos vs cf ca approx e.g eg i.e ie viz resp al"
)
# End a sentence unless a number follows: "No. 7", "Jan. 3".
_BEFORE_NUMBERS = _words("no art p pt jan feb mar apr jun jul aug sep sept oct nov dec est min max")
# End a sentence only where a word that often opens one follows: "the U.S. Navy".
_INSIDE_NAMES = _words("u.s u.k u.n e.u d.c jr inc ltd co corp bros univ dept ph.d")
_OPENERS = _words(
    "a an and as at but by for from he her his how i if in is it its many most my no not now"
    " on one or our she so some that the their then there these they this those to we what"
    " when where which while who why with you your"
)


def split(text: str) -> tuple[str, ...]:
    """The sentences in order; joined with the white space between them they give the text.

    Expects what ``plain`` gives: a line's end is always the end of a sentence there, since
    soft line ends are spaces already. Row by row for tables, line by line for code.
    """
    return tuple(text[start:end] for start, end in spans(text))


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence starts and ends."""
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.split("\n"):
        start = 0
        for end in _ends(line):
            yield from _trimmed(text, at + start, at + end)
            start = end
        yield from _trimmed(text, at + start, at + len(line))
        at += len(line) + 1


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if left < right:
        yield left, right


def _ends(line: str) -> Iterator[int]:
    for found in _END.finditer(line):
        rest = line[found.end() :].lstrip()
        if rest and _ends_here(line[: found.start()], found[0], rest):
            yield found.end()


def _ends_here(before: str, marks: str, rest: str) -> bool:
    if marks[0] in "。！？｡":
        return True
    following = rest.lstrip(_OPENING)
    if not following or following[0].islower():
        return False
    # Only a lone full stop may belong to a word; one with a closing mark behind it does not.
    return marks != "." or not _is_abbreviation(before, following)


def _is_abbreviation(before: str, following: str) -> bool:
    """Whether the full stop behind these words belongs to the last of them."""
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else ""
    lowered = word.lower().strip("*_")
    if lowered in _TITLES:
        return True
    if lowered in _BEFORE_NUMBERS:
        return following[0].isdigit()
    # Initials ("J. S. Bach") go on as names do; "I" is more often the word.
    letters = word.split(".")
    is_initial = all(len(letter) == 1 and letter.isupper() for letter in letters) and word != "I"
    if lowered in _INSIDE_NAMES or is_initial:
        return following.split()[0].lower().strip(",.;:’'\"”)") not in _OPENERS
    return False
