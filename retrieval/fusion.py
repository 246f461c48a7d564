"""One order from the orders of several lanes, by their scores or by their ranks alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

# At 60, two lanes agreeing at rank 61 still outrank one lane's first place.
RRF_K = 60
# What each lane's say is worth beside the others': chosen on some public collections, read on
# others, and held against the questions of real archives.
WEIGHTS = {"vector": 0.7, "keyword": 0.3, "graph": 0.2}


class Fusion(StrEnum):
    """What of the lanes goes into the one order."""

    SCORES = "scores"
    RANKS = "ranks"


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one lane says of the pool.

    ``ids``: the chunks that it found, best first. ``scores``: its measure of each chunk in
    the pool, whoever found it; None from a lane that has an order alone. ``ceiling``: the most
    that its measure can give; None where that has no bound.
    """

    ids: Sequence[int]
    scores: Mapping[int, float] | None = None
    ceiling: float | None = None


@dataclass(frozen=True, slots=True)
class Fused:
    """A chunk with its rank (from 1) in each lane that had it, and the sum of shares."""

    chunk_id: int
    score: float
    ranks: Mapping[str, int]


def fuse(found: Mapping[str, Sequence[int]], *, k: int = RRF_K) -> tuple[Fused, ...]:
    """By ranks alone, best first: reciprocal rank fusion.

    A lane gives 1 / (k + rank) to what it holds and nothing to the rest.
    """
    ranks = {lane: _ranks(ids) for lane, ids in found.items()}
    return _summed(ranks, {lane: _by_rank(held, k) for lane, held in ranks.items()})


def blend(
    found: Mapping[str, Ranking], *, weights: Mapping[str, float], k: int = RRF_K
) -> tuple[Fused, ...]:
    """By scores, best first, from 0 to 1: the weighted mean of what the lanes make of a chunk.

    A lane gives a chunk the part that its score is of the best there can be, or where its
    measure has no bound of the best in the pool: so nothing depends on what else the pool
    happens to hold. A lane without scores gives 1 to its first and (k + 1) / (k + rank) to the
    others it holds.
    """
    ranks = {lane: _ranks(own.ids) for lane, own in found.items()}
    total = sum(weights[lane] for lane in found)
    shares = {
        lane: {
            chunk_id: share * weights[lane] / total
            for chunk_id, share in _from_0_to_1(own, ranks[lane], k).items()
        }
        for lane, own in found.items()
    }
    return _summed(ranks, shares)


def _ranks(ids: Sequence[int]) -> dict[int, int]:
    """From 1; a chunk listed twice has its better rank."""
    ranks: dict[int, int] = {}
    for rank, chunk_id in enumerate(ids, start=1):
        ranks.setdefault(chunk_id, rank)
    return ranks


def _by_rank(ranks: Mapping[int, int], k: int) -> dict[int, float]:
    return {chunk_id: 1 / (k + rank) for chunk_id, rank in ranks.items()}


def _from_0_to_1(own: Ranking, ranks: Mapping[int, int], k: int) -> dict[int, float]:
    if own.scores is None:
        return {chunk_id: (k + 1) * share for chunk_id, share in _by_rank(ranks, k).items()}
    best = max(own.scores.values(), default=0) if own.ceiling is None else own.ceiling
    if best <= 0:
        return {}
    return {chunk_id: max(score, 0) / best for chunk_id, score in own.scores.items()}


def _summed(
    ranks: Mapping[str, Mapping[int, int]], shares: Mapping[str, Mapping[int, float]]
) -> tuple[Fused, ...]:
    """Lane by lane in the order of their names: sums of floats depend on their order."""
    held: dict[int, dict[str, int]] = {}
    for lane in sorted(ranks):
        for chunk_id, rank in ranks[lane].items():
            held.setdefault(chunk_id, {})[lane] = rank
    scores = dict.fromkeys(held, 0.0)
    for lane in sorted(shares):
        own = shares[lane]
        for chunk_id in held:
            scores[chunk_id] += own.get(chunk_id, 0.0)
    return best_first(Fused(chunk_id, scores[chunk_id], own) for chunk_id, own in held.items())


def best_first(fused: Iterable[Fused]) -> tuple[Fused, ...]:
    """Ties go to the better single rank, then to the smaller id, whatever the lanes' order."""
    return tuple(sorted(fused, key=lambda one: (-one.score, min(one.ranks.values()), one.chunk_id)))
