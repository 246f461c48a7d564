"""Ways to rank a snapshot's chunks: each lane's scores for all of them, and ways to fuse two.

Written beside the product's code and not with it, so that each checks the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bench.snapshots import Asked, Places, Scores, Snapshot
from retrieval.embedders.base import Vectors

# From the scores of two lanes over all chunks to the pool's chunks, best first.
Fuse = Callable[[Snapshot, Scores, Scores], Places]
Stretch = Callable[[Scores], Scores]
# From fused scores, the vectors and the texts of their chunks to other scores.
Smooth = Callable[[Scores, Vectors, Sequence[str]], Scores]


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
    a lane did not find has 0 of it, measured or not. ``smooth``: what becomes of the sums.
    """

    stretch: Stretch
    vector: float = 0.5
    pool: int = 100
    words_stretch: Stretch | None = None
    is_absence_nothing: bool = False
    smooth: Smooth | None = None

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
        if self.smooth:
            total = self.smooth(total, snapshot.vectors[ids], [snapshot.texts[at] for at in ids])
        order: Places = ids[np.argsort(-total, kind="stable")]
        return order


def by_the_nearest(part: float, *, neighbours: int = 8) -> Smooth:
    """Each takes a part of its score from its nearest in the pool, whatever their text."""

    def smooth(scores: Scores, vectors: Vectors, texts: Sequence[str]) -> Scores:
        weights = near(vectors, power=4)
        np.fill_diagonal(weights, -1)
        nearest = np.argsort(-weights, axis=1)[:, :neighbours]
        weights = np.take_along_axis(weights, nearest, axis=1).clip(0)
        means = (weights * scores[nearest]).sum(axis=1) / weights.sum(axis=1).clip(1e-9)
        return np.asarray((1 - part) * scores + part * means)

    return smooth


def by_all_near(
    *, best: int | None = None, power: int = 6, own: float = 3, other_texts: bool = True
) -> Smooth:
    """The mean of its own score and of those near it among the best, of other texts or of all.

    ``own``: the weight of its own, and the most that the others weigh together.
    """

    def smooth(scores: Scores, vectors: Vectors, texts: Sequence[str]) -> Scores:
        head = np.argsort(-scores, kind="stable")[:best]
        weights = near(vectors[head], power=power)
        of = np.array(texts)[head]
        weights *= (of[:, np.newaxis] != of) | (not other_texts)
        np.fill_diagonal(weights, 0)
        weights *= np.minimum(1, own / weights.sum(axis=1, keepdims=True).clip(1e-9))
        np.fill_diagonal(weights, own)
        changed = scores.copy()
        changed[head] = weights @ scores[head] / weights.sum(axis=1)
        return changed

    return smooth


def near(vectors: Vectors, *, power: int) -> Scores:
    """Powers of all cosines, row by row."""
    cosines: Scores = (vectors @ vectors.T).astype(np.float64).clip(0)
    return cosines**power


def between_worst_and_best(scores: Scores) -> Scores:
    room = np.ptp(scores)
    return (scores - scores.min()) / room if room else np.ones_like(scores)


def as_it_is(scores: Scores) -> Scores:
    """A cosine has a scale of its own; what points the other way is as far as can be."""
    return scores.clip(0)


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
