"""Finds the places from which a quotation was put together; pure.

An ellipsis in a quotation says that something was left out. Each of its sides is then looked
for by itself, for what was left out may be a "not", or half an archive.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from retrieval.folding import Folded, Folding, Span, fold
from retrieval.quoting import WORD, word_count

# Fewer words than these stand together in two texts by chance.
LEAST_WORDS = 4
# More parts than these are a mosaic of common phrases, and no quotation.
MOST_PARTS = 5
# Parts of one text with no more words between them are one place with words left out.
MOST_BETWEEN = 15

_TOKEN = re.compile(rf"(?:{WORD.pattern})|[^\w\s]")
_ELLIPSIS = re.compile(r"[(\[]?\s*\.{3,}\s*[)\]]?")


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a quotation as one text has them; ``text`` is its place in what was searched."""

    text: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Searched:
    """A text as tokens, with the places of each, so that runs are found without a scan."""

    folded: Folded
    ends: Sequence[Span]
    tokens: Sequence[str]
    places: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Run:
    text: int
    start: int
    length: int


_NO_RUN = _Run(0, 0, 0)


def stitched(quote: str, texts: Sequence[str]) -> tuple[Part, ...]:
    """The parts of which the quotation was put together, in its order; none if it was not.

    One part alone: all of it stands in one place, and no more than its case differs.
    """
    searched = [_searched(text) for text in texts]
    parts: list[Part] = []
    for tokens in _sides(quote):
        found = list(_parts(tokens, searched))
        if not found:
            return ()
        parts += found
    return tuple(parts) if len(parts) <= MOST_PARTS else ()


def one_place(parts: Sequence[Part], texts: Sequence[str]) -> Span | None:
    """From the first part to the last, where they follow each other closely in one text."""
    for one, after in pairwise(parts):
        if one.text != after.text or after.span.start < one.span.end:
            return None
        if word_count(texts[one.text][one.span.end : after.span.start]) > MOST_BETWEEN:
            return None
    return Span(parts[0].span.start, parts[-1].span.end) if parts else None


def _searched(text: str) -> _Searched:
    folded = fold(text, Folding.WITHOUT_BULLETS)
    found = list(_TOKEN.finditer(folded.text))
    tokens = [one[0].casefold() for one in found]
    places: dict[str, list[int]] = defaultdict(list)
    for at, token in enumerate(tokens):
        places[token].append(at)
    return _Searched(folded, [Span(*one.span()) for one in found], tokens, places)


def _sides(quote: str) -> Iterator[list[str]]:
    """The tokens of each side of the quotation's ellipses, of which words are at both ends."""
    for side in _ELLIPSIS.split(fold(quote, Folding.SAME_WORDS).text):
        tokens = _trimmed([one[0].casefold() for one in _TOKEN.finditer(side)])
        if tokens:
            yield tokens


def _parts(tokens: list[str], texts: Sequence[_Searched]) -> Iterator[Part]:
    """The tokens cut into the longest runs that stand somewhere; nothing if some stand nowhere.

    One word between two runs may be the joint of whoever put them together.
    """
    parts: list[Part] = []
    rest = tokens
    while rest:
        run, length = _next_run(rest, texts)
        if length == 0 and parts:
            rest = _trimmed(rest[1:])
            run, length = _next_run(rest, texts)
        if length == 0:
            return
        parts.append(_part(run, _trimmed(rest[:length]), texts))
        rest = _trimmed(rest[length:])
    yield from parts


def _next_run(tokens: Sequence[str], texts: Sequence[_Searched]) -> tuple[_Run, int]:
    """The longest run, and how much of it is taken."""
    run = _longest(tokens, texts)
    return run, _cut(tokens, run.length)


def _longest(tokens: Sequence[str], texts: Sequence[_Searched]) -> _Run:
    """Where most of the tokens stand from the first on; of equals the earliest text."""
    if not tokens:
        return _NO_RUN
    runs = [
        _Run(number, start, _common(tokens, text.tokens, start))
        for number, text in enumerate(texts)
        for start in text.places.get(tokens[0], ())
    ]
    return max(runs, key=lambda run: run.length, default=_NO_RUN)


def _common(wanted: Sequence[str], tokens: Sequence[str], start: int) -> int:
    length = 0
    most = min(len(wanted), len(tokens) - start)
    while length < most and wanted[length] == tokens[start + length]:
        length += 1
    return length


def _cut(tokens: Sequence[str], length: int) -> int:
    """How much of a run is taken, so that part and rest have words enough; 0 if they have not."""
    while 0 < length < len(tokens) and _words(tokens[length:]) < LEAST_WORDS:
        length -= 1
    return length if _words(tokens[:length]) >= LEAST_WORDS else 0


def _part(run: _Run, taken: Sequence[str], texts: Sequence[_Searched]) -> Part:
    text = texts[run.text]
    first, last = text.ends[run.start], text.ends[run.start + len(taken) - 1]
    return Part(run.text, text.folded.span(first.start, last.end))


def _trimmed(tokens: list[str]) -> list[str]:
    """Without the marks at both ends: where a quotation is cut, its marks are not the text's."""
    worded = [at for at, token in enumerate(tokens) if WORD.fullmatch(token)]
    return tokens[worded[0] : worded[-1] + 1] if worded else []


def _words(tokens: Sequence[str]) -> int:
    return sum(word_count(token) for token in tokens)
