"""Ways to rank a snapshot's chunks: each lane's scores for all of them, and ways to fuse two.

Written beside the product's code and not with it, so that each checks the other.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bench.snapshots import Asked, Places, Scores, Snapshot
from retrieval.embedders.base import Vectors

# From the scores of two lanes over all chunks to the pool's chunks, best first.
Fuse = Callable[[Snapshot, Scores, Scores], Places]
Stretch = Callable[[Scores], Scores]


def by_meaning(snapshot: Snapshot, asked: Asked) -> Scores:
    scores: Scores = (snapshot.vectors @ asked.vector).astype(np.float64)
    return scores


def by_words(
    snapshot: Snapshot, asked: Asked, *, k1: float = 1.2, b: float = 0.75, titles: float = 0
) -> Scores:
    """BM25 over all chunks; a word of the title counts ``titles`` times more."""
    count = len(snapshot.texts)
    room = k1 * (1 - b + b * snapshot.lengths / snapshot.lengths.mean())
    scores = np.zeros(count)
    for lexeme, times in asked.lexemes.items():
        if lexeme not in snapshot.held:
            continue
        ids, held = snapshot.held[lexeme]
        frequency = np.zeros(count)
        frequency[ids] = held
        if titles and lexeme in snapshot.titles:
            in_title, more = snapshot.titles[lexeme]
            frequency[in_title] += titles * more
        rarity = np.log(1 + (count - len(ids) + 0.5) / (len(ids) + 0.5))
        scores += times * rarity * frequency * (k1 + 1) / (frequency + room)
    return scores


def first(scores: Scores, count: int) -> Places:
    """The best, ties by place; in words a chunk without any is none."""
    order = np.argsort(-scores, kind="stable")[:count]
    found: Places = order[scores[order] != 0]
    return found


def by_ranks(*, k: int = 60, pool: int = 100, vector: float = 1, keyword: float = 1) -> Fuse:
    def fused(snapshot: Snapshot, meaning: Scores, words: Scores) -> Places:
        shares = np.zeros(len(meaning))
        for scores, weight in ((meaning, vector), (words, keyword)):
            ids = first(scores, pool)
            shares[ids] += weight / (k + 1 + np.arange(len(ids)))
        return first(shares, 2 * pool)

    return fused


@dataclass(frozen=True, slots=True)
class ByScores:
    """A weighted sum of stretched scores.

    ``words_stretch``: another one for the keyword lane. ``is_absence_nothing``: a chunk that
    a lane did not find has 0 of it, measured or not. ``smoothing``: the part of its score
    that each takes from its nearest in the pool.
    """

    stretch: Stretch
    vector: float = 0.5
    pool: int = 100
    words_stretch: Stretch | None = None
    is_absence_nothing: bool = False
    smoothing: float = 0
    neighbours: int = 8

    def __call__(self, snapshot: Snapshot, meaning: Scores, words: Scores) -> Places:
        found = [first(meaning, self.pool), first(words, self.pool)]
        ids = np.union1d(*found)
        shares = [self.stretch(meaning[ids]), (self.words_stretch or self.stretch)(words[ids])]
        if self.is_absence_nothing:
            shares = [
                np.where(np.isin(ids, own), share, 0)
                for own, share in zip(found, shares, strict=True)
            ]
        total = self.vector * shares[0] + (1 - self.vector) * shares[1]
        if self.smoothing:
            around = of_the_nearest(total, snapshot.vectors[ids], self.neighbours)
            total = (1 - self.smoothing) * total + self.smoothing * around
        order: Places = ids[np.argsort(-total, kind="stable")]
        return order


def of_the_nearest(scores: Scores, vectors: Vectors, neighbours: int) -> Scores:
    """Means over the nearest, by the fourth power of the cosine."""
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    nearest = np.argsort(-cosines, axis=1)[:, :neighbours]
    weights = np.take_along_axis(cosines, nearest, axis=1).clip(0) ** 4
    means: Scores = (weights * scores[nearest]).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
    return means


def between_worst_and_best(scores: Scores) -> Scores:
    room = np.ptp(scores)
    return (scores - scores.min()) / room if room else np.ones_like(scores)


def part_of_best(scores: Scores) -> Scores:
    best = scores.max()
    return scores.clip(0) / best if best > 0 else np.zeros_like(scores)


def above(least: float) -> Stretch:
    """From the least that the measure can give (theoretical min-max) to the pool's best."""

    def stretched(scores: Scores) -> Scores:
        room = scores.max() - least
        return (scores - least) / room if room else np.ones_like(scores)

    return stretched


def standard(scores: Scores) -> Scores:
    spread = scores.std()
    return (scores - scores.mean()) / spread if spread else np.zeros_like(scores)


def within_three_deviations(scores: Scores) -> Scores:
    """Distribution-based score fusion: 0 and 1 stand three deviations off the mean."""
    return np.clip(standard(scores) / 6 + 0.5, 0, 1)


def texts_in_order(snapshot: Snapshot, chunks: Places) -> list[str]:
    """Each text at its best chunk."""
    return list(dict.fromkeys(snapshot.texts[at] for at in chunks))
