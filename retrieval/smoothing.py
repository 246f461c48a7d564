"""Lets what stands near a passage speak for it or against it; pure.

What answers a question seldom stands alone: other essays say nearly the same, and fit about
as well (Diaz, Regularizing ad hoc retrieval scores, 2005).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.embedders.base import Vectors
from retrieval.fusion import Fused, best_first


@dataclass(frozen=True, slots=True)
class Smoothing:
    """``best``: how many are smoothed, 0 for none.

    The others cannot reach the first ten, and being the worst of the pool they would only
    speak against what they are near. ``power``: of the cosine, the weight of what is near: at
    6 a cosine of 0.9 weighs 0.53 and one of 0.6 no more than 0.05. ``own``: the weight of a
    passage's own score; all others together never weigh more, even where a model finds
    everything near.
    """

    best: int = 50
    power: int = 6
    own: float = 3


SMOOTHING = Smoothing()


@dataclass(frozen=True, slots=True)
class Placed:
    """Where chunks stand: the essay of each and its vector, a row of unit length."""

    chunk_ids: Sequence[int]
    essay_ids: Sequence[int]
    vectors: Vectors


def smoothed(fused: Sequence[Fused], placed: Placed, how: Smoothing) -> tuple[Fused, ...]:
    """Best first: each has the mean of its own score and of those near it in other essays.

    Passages of the same essay say nothing: the best of a long one would sink to its average.
    What is not placed keeps its score. A mean lies between the scores that went in, so what
    was left out behind the worst of these stays behind it.
    """
    if not placed.chunk_ids:
        return tuple(fused)
    by_id = {one.chunk_id: one for one in fused}
    own = [by_id[chunk_id] for chunk_id in placed.chunk_ids]
    means = _means(np.array([one.score for one in own]), placed, how)
    by_id |= {
        one.chunk_id: Fused(one.chunk_id, float(mean), one.ranks)
        for one, mean in zip(own, means, strict=True)
    }
    return best_first(by_id.values())


def _means(scores: NDArray[np.float64], placed: Placed, how: Smoothing) -> NDArray[np.float64]:
    essays = np.array(placed.essay_ids)
    cosines = (placed.vectors @ placed.vectors.T).astype(np.float64)
    weights = cosines.clip(0) ** how.power
    weights[essays[:, np.newaxis] == essays] = 0
    weights /= np.maximum(weights.sum(axis=1, keepdims=True) / how.own, 1)
    np.fill_diagonal(weights, how.own)
    # Rounding must not carry a mean past the scores that it is of.
    means = weights @ scores / weights.sum(axis=1)
    return np.asarray(means.clip(scores.min(), scores.max()))
