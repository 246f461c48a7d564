"""Splits plain text into sentences, each a slice of the text exactly as it stands."""

import re
from collections.abc import Iterator

# Ends a sentence: its marks, then any quotation marks or brackets that close with it.
_END = re.compile(r"(?:[.!?…‽]+|\.\s\.\s\.)[\"'”’»)\]*_]*(?=\s)|[。！？｡]+[」』”’）》]*")
_WORD_BEFORE = re.compile(r"[^\s(\[“‘\"'«—–/]+\Z")
_OPENING = "\"'“‘«([*_¿¡—–-•"

# Never end a sentence, for a name or a number must follow.
_TITLES = frozenset(
    ["mr", "mrs", "ms", "mx", "dr", "prof", "st", "mt", "gen", "col", "capt", "lt", "sgt", "rev", "hon", "sen", "rep", "gov", "messrs", "mme", "fr", "sr", "fig", "figs", "eq", "sec", "ch", "vol", "pp", "nos", "vs", "cf", "ca", "approx", "e.g", "eg", "i.e", "ie", "viz", "resp", "al"]
)
# End a sentence only where a capital follows.
_ABBREVIATIONS = frozenset(
    ["etc", "inc", "ltd", "co", "corp", "jr", "dept", "est", "min", "max", "ed", "eds", "no", "art", "p", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "a.m", "p.m", "am", "pm", "u.s", "u.k", "u.n", "e.u", "d.c", "ph.d", "b.c", "a.d", "bros", "univ", "assn", "ave", "blvd", "rd"]
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
    following = rest.lstrip(_OPENING)[:1]
    if following.islower() or not following:
        return False
    if marks[0] != "." or (marks.startswith((".", "…")) and len(marks.rstrip("\"'”’»)]*_")) > 1):
        return True
    if len(marks) > 1:
        return True
    return not _is_abbreviation(before, following)


def _is_abbreviation(before: str, following: str) -> bool:
    """Whether the full stop behind these words belongs to the last of them."""
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else ""
    lowered = word.lower().strip("(*_")
    if lowered in _TITLES:
        return True
    if lowered in _ABBREVIATIONS:
        # "No. 7" and "Jan. 3" go on; "at 5 p.m. The boat" does not.
        return following.isdigit() and lowered not in ("etc", "a.m", "p.m", "am", "pm")
    # A single capital is an initial: "J. S. Bach".
    return len(word) == 1 and word.isupper() and word != "I"
