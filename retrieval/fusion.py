"""Reciprocal rank fusion: one order from the orders of several lanes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# At 60, two lanes agreeing at rank 61 still outrank one lane's first place.
RRF_K = 60


@dataclass(frozen=True, slots=True)
class Fused:
    """A chunk with its rank (from 1) in each lane that had it, and the sum of shares."""

    chunk_id: int
    score: float
    ranks: Mapping[str, int]


def fuse(found: Mapping[str, Sequence[int]], *, k: int = RRF_K) -> tuple[Fused, ...]:
    """Best first. A lane gives 1 / (k + rank) to what it holds and nothing to the rest.

    Ties go to the better single rank, then to the smaller id, whatever the lanes' order.
    """
    ranks: dict[int, dict[str, int]] = {}
    for lane in sorted(found):
        for rank, chunk_id in enumerate(found[lane], start=1):
            ranks.setdefault(chunk_id, {}).setdefault(lane, rank)
    fused = [
        Fused(chunk_id, sum(1 / (k + rank) for rank in sorted(held.values())), held)
        for chunk_id, held in ranks.items()
    ]
    return tuple(sorted(fused, key=lambda one: (-one.score, min(one.ranks.values()), one.chunk_id)))
