"""Brings what the lanes found into one order: every lane's scores, for the whole pool."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from retrieval.facts import Fact
from retrieval.fusion import Fused, Fusion, Ranking, blend, fuse
from retrieval.lanes import Found, Lane, Query
from retrieval.recipe import Recipe
from retrieval.smoothing import Placed, Smoothing, smoothed
from retrieval.types import Scope


def fused(
    found: Mapping[Lane, Found],
    facts: Sequence[Fact],
    query: Query,
    scope: Scope,
    recipe: Recipe,
) -> Sequence[Fused]:
    """Best first. Each lane also measures what only another found: absence is no verdict.

    ``facts``: of all that was found. One lane alone keeps its own order.
    """
    if recipe.fusion is Fusion.RANKS:
        ids = {lane.name: [hit.chunk_id for hit in own.hits] for lane, own in found.items()}
        return fuse(ids, k=recipe.rrf_k)
    rankings = {lane.name: _ranking(lane, own, facts, query, scope) for lane, own in found.items()}
    blended = blend(rankings, weights=dict(recipe.weights), k=recipe.rrf_k)
    return blended if len(found) == 1 else _smoothed(blended, facts, recipe.smoothing)


def pool_of(found: Iterable[Found]) -> set[int]:
    """All that some lane found."""
    return {hit.chunk_id for own in found for hit in own.hits}


def _ranking(
    lane: Lane, found: Found, facts: Sequence[Fact], query: Query, scope: Scope
) -> Ranking:
    own = {hit.chunk_id: hit.score for hit in found.hits if hit.score is not None}
    own |= found.measured
    others = lane.score(query, scope, [fact for fact in facts if fact.chunk_id not in own])
    scores = None if others is None else own | dict(others)
    return Ranking([hit.chunk_id for hit in found.hits], scores, lane.ceiling)


def _smoothed(blended: Sequence[Fused], facts: Sequence[Fact], how: Smoothing) -> Sequence[Fused]:
    best, rest = blended[: how.best], blended[how.best :]
    by_id = {fact.chunk_id: fact for fact in facts if fact.place is not None}
    placed = [by_id[one.chunk_id] for one in best if one.chunk_id in by_id]
    if not placed:
        return blended
    places = Placed(
        chunk_ids=[fact.chunk_id for fact in placed],
        essay_ids=[fact.essay_id for fact in placed],
        vectors=np.array([fact.place for fact in placed]),
    )
    return (*smoothed(best, places, how), *rest)
