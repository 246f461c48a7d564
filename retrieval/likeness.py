"""How much of one text stands in another: runs of words in common, whatever stands around them.

Each text is known by a sample of its runs of five words (shingles, after Broder 1997; of
all runs the same quarter is kept everywhere, so samples can be compared). Pure.
"""

import re
import zlib
from itertools import islice

from retrieval.markdown import plain, readable

RUN_WORDS = 5
# Of every four runs one is kept, chosen by its own hash.
SAMPLED_OF = 4
# Fewer runs in common than this may be a quotation or a turn of phrase.
ENOUGH_RUNS = 8
# Scripts without spaces are read sign by sign.
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_぀-ヿ㐀-鿿가-힯]+")

Runs = frozenset[int]


def runs_of(markdown: str) -> Runs:
    """The sampled runs of a text, by hash; empty for a text of a few words."""
    return runs_of_plain(plain(readable(markdown)))


def runs_of_plain(text: str) -> Runs:
    """The same of a text without marks."""
    words = _WORD.findall(text.casefold())
    runs = zip(*(islice(words, start, None) for start in range(RUN_WORDS)), strict=False)
    hashes = (zlib.crc32(" ".join(run).encode()) for run in runs)
    return frozenset(value for value in hashes if value % SAMPLED_OF == 0)


def words_of(markdown: str) -> frozenset[str]:
    """Each word once: all there is to compare of texts too short for runs."""
    return frozenset(_WORD.findall(plain(readable(markdown)).casefold()))


def shared(one: Runs, other: Runs) -> float:
    """The share of the shorter text that stands in the longer one, 0 to 1."""
    common = len(one & other)
    return common / min(len(one), len(other)) if common >= ENOUGH_RUNS else 0.0
