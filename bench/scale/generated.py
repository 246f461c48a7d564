"""Archives of any size, made of nothing: words and vectors with the properties of real ones.

The constants were chosen so that 20,000 vectors are like the bundled model's for as many real
texts: closeness of pairs, of the 1st, 10th and 100th neighbour, the spread of variance over
directions, and the local dimension, which decides how hard neighbours are to find.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from retrieval.embedders.base import Vectors

DIMENSIONS = 384
CHUNKS_PER_ESSAY = 20
WORDS_PER_CHUNK = 80
WORDS_PER_QUESTION = 9
# Zipf's law as Mandelbrot corrected it; the shift leaves out the stop words that no lane counts.
VOCABULARY, EXPONENT, SHIFT = 60_000, 1.07, 40.0
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
# So many themes for each root of the number of essays; some are written on far more often.
THEMES_PER_ROOT = 4
# How fast the variance of a real model's directions falls, and what a vector is made of.
DECAY = 0.85
COMMON, THEME, ESSAY, CHUNK = 0.40, 0.55, 0.45, 0.62
# A question lies as near to the chunk it was made from as a good question to its answer.
QUESTION_NOISE = 0.6


@dataclass(frozen=True, slots=True)
class Words:
    """Draws pseudo-words by Zipf's law; rank 0 is the most frequent."""

    random: np.random.Generator
    spellings: tuple[str, ...]
    cumulated: NDArray[np.float64]

    @classmethod
    def drawn_with(cls, seed: int) -> "Words":
        ranks = np.arange(VOCABULARY, dtype=np.float64)
        weights = 1 / (ranks + SHIFT) ** EXPONENT
        spellings = tuple(_spelling(rank) for rank in range(VOCABULARY))
        return cls(np.random.default_rng(seed), spellings, np.cumsum(weights / weights.sum()))

    def ranks(self, chunks: int, words: int) -> NDArray[np.int32]:
        """``(chunks, words)`` ranks of words."""
        drawn = np.searchsorted(self.cumulated, self.random.random((chunks, words)))
        return np.asarray(np.minimum(drawn, VOCABULARY - 1), dtype=np.int32)

    def text(self, ranks: NDArray[np.int32]) -> str:
        return " ".join(self.spellings[rank] for rank in ranks)


def _spelling(rank: int) -> str:
    """Four syllables that no stemmer shortens and that are no word of any language."""
    first, rest = rank % 70, rank // 70
    return _SYLLABLES[first] + _SYLLABLES[rest % 70] + _SYLLABLES[rest // 70 % 70] + "x"


@dataclass(frozen=True)
class Space:
    """Unit vectors in themes of Zipf-like sizes; essays in themes, chunks in essays."""

    random: np.random.Generator
    themes: Vectors

    @classmethod
    def of(cls, essays: int, *, seed: int) -> "Space":
        random = np.random.default_rng(seed)
        count = max(12, int(THEMES_PER_ROOT * essays**0.5))
        return cls(random, _directions(random, count))

    @cached_property
    def common(self) -> Vectors:
        """What all texts of one author share."""
        return _directions(np.random.default_rng(1), 1)

    def essays(self, count: int) -> Vectors:
        """``(count, DIMENSIONS)``: where each essay lies, before its chunks part."""
        weights = 1 / np.arange(1, len(self.themes) + 1) ** 0.7
        chosen = self.random.choice(len(self.themes), count, p=weights / weights.sum())
        own = _directions(self.random, count)
        return np.asarray(
            COMMON * self.common + THEME * self.themes[chosen] + ESSAY * own, dtype=np.float32
        )

    def chunks(self, essays: Vectors, each: int) -> Vectors:
        """``(len(essays) * each, DIMENSIONS)``, essay by essay."""
        own = _directions(self.random, len(essays) * each)
        return _unit(np.repeat(essays, each, axis=0) + CHUNK * own)

    def questions(self, chunks: Vectors) -> Vectors:
        return _unit(chunks + QUESTION_NOISE * _directions(self.random, len(chunks)))


def local_dimension(closeness: Vectors) -> float:
    """How many directions neighbours lie in, by the usual estimate from their distances.

    ``closeness``: ``(questions, neighbours)`` cosines, nearest first.
    """
    distances = np.sqrt(np.clip(2 - 2 * closeness, 1e-9, None))
    return float(np.median(-1 / np.log(distances[:, :-1] / distances[:, -1:]).mean(axis=1)))


def _directions(random: np.random.Generator, count: int) -> Vectors:
    """Unit vectors whose variance falls from direction to direction, as a model's does."""
    scale = np.arange(1, DIMENSIONS + 1) ** (-DECAY / 2)
    return _unit((random.standard_normal((count, DIMENSIONS)) * scale).astype(np.float32))


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
