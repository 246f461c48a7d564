"""Brings what the lanes found into one order: every lane's scores, for the whole pool."""

from collections.abc import Iterable, Mapping, Sequence, Set

from retrieval.fusion import Fused, Fusion, Ranking, blend, fuse
from retrieval.lanes import Found, Lane, Query
from retrieval.placing import placed
from retrieval.recipe import Recipe
from retrieval.smoothing import Smoothing, smoothed
from retrieval.types import Scope


def fused(
    found: Mapping[Lane, Found], query: Query, scope: Scope, recipe: Recipe
) -> Sequence[Fused]:
    """Best first. Each lane also measures what only another found: absence is no verdict.

    One lane alone keeps its own order.
    """
    if recipe.fusion is Fusion.RANKS:
        ids = {lane.name: [hit.chunk_id for hit in own.hits] for lane, own in found.items()}
        return fuse(ids, k=recipe.rrf_k)
    pool = pool_of(found.values())
    rankings = {lane.name: _ranking(lane, own, pool, query, scope) for lane, own in found.items()}
    blended = blend(rankings, weights=dict(recipe.weights), k=recipe.rrf_k)
    return blended if len(found) == 1 else _smoothed(blended, query, scope, recipe.smoothing)


def pool_of(found: Iterable[Found]) -> set[int]:
    """All that some lane found."""
    return {hit.chunk_id for own in found for hit in own.hits}


def _ranking(lane: Lane, found: Found, pool: Set[int], query: Query, scope: Scope) -> Ranking:
    own = {hit.chunk_id: hit.score for hit in found.hits if hit.score is not None}
    own |= found.measured
    others = lane.score(query, scope, sorted(pool - own.keys()))
    scores = None if others is None else own | dict(others)
    return Ranking([hit.chunk_id for hit in found.hits], scores, lane.ceiling)


def _smoothed(
    blended: Sequence[Fused], query: Query, scope: Scope, how: Smoothing
) -> Sequence[Fused]:
    best = blended[: how.best]
    if query.vector is None or not best:
        return blended
    places = placed([one.chunk_id for one in best], query.fingerprint, scope.tier)
    return (*smoothed(best, places, how), *blended[how.best :])
