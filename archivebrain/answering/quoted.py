"""Holds what stands between quotation marks against the passages that are cited; pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retrieval.quoting import same_words, word_count

# A false quotation of so many words that makes up half its sentence leaves nothing to say.
_MOSTLY, _SENTENCE_WORDS = 0.5, 4

# An apostrophe inside a word is no mark, nor is the sign for inches behind a digit.
_QUOTATION = re.compile(
    r"“(?P<a>[^“”]*)”|„(?P<b>[^„“”]*)[“”]|«(?P<c>[^«»]*)»|»(?P<d>[^«»]*)«|‹(?P<e>[^‹›]*)›"
    r"|「(?P<f>[^「」]*)」|『(?P<g>[^『』]*)』|(?<!\w)\"(?P<h>[^\"]*)\"(?!\w)"
    r"|(?<!\w)‘(?P<i>(?:[^‘’]|’(?=\w))*)’|(?<!\w)‚(?P<j>[^‚‘’]*)[‘’]"
    r"|(?<!\w)'(?=\S)(?P<k>(?:[^']|'(?=\w))*)'(?!\w)"
)
# A quotation of several sentences is cut into them, and its marks stand in two of them.
_OPENED = re.compile(r"(?:[“„«「『]|(?<!\w)\"(?=\w))(?P<inside>[^“”„«»「」『』\"]*)\Z")
_CLOSED = re.compile(r"\A(?P<inside>[^“”„«»「」『』\"]*)(?:[”»」』]|(?<=[^\W\d]|[.,!?…])\"(?!\w))")
_EDGE = " \t.,;:!?…。！？"


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words between marks: ``start`` and ``end`` with the marks, ``inside`` without."""

    start: int
    end: int
    inside: str


def quotations(text: str) -> tuple[Quotation, ...]:
    """What stands between marks, in order; nested marks are part of what they stand in."""
    found = [
        Quotation(match.start(), match.end(), next(filter(None, match.groups()), ""))
        for match in _QUOTATION.finditer(text)
    ]
    covered = _without(text, found)
    halves = (pattern.search(covered) for pattern in (_CLOSED, _OPENED))
    found += [Quotation(one.start(), one.end(), one["inside"]) for one in halves if one]
    return tuple(sorted(found, key=lambda one: one.start))


def checked(text: str, passages: Sequence[str]) -> str:
    """The sentence with no mark around words that stand in none of the passages.

    Empty where hardly more than such words would be left.
    """
    false = [one for one in quotations(text) if not stands(one.inside, passages)]
    words = sum(word_count(one.inside) for one in false)
    if words >= _SENTENCE_WORDS and words >= _MOSTLY * word_count(text):
        return ""
    for one in reversed(false):
        text = text[: one.start] + one.inside + text[one.end :]
    return text


def stands(words: str, passages: Iterable[str]) -> bool:
    """Whether a passage has these very words, the signs at their ends aside."""
    bare = words.strip(_EDGE)
    return bool(bare) and any(same_words(bare, passage) for passage in passages)


def outside(text: str) -> str:
    """The sentence without what it quotes."""
    return _without(text, quotations(text))


def _without(text: str, found: Sequence[Quotation]) -> str:
    for one in reversed(found):
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text
