"""Brings what the lanes found into one order: every lane's scores, for the whole pool."""

from collections.abc import Mapping, Sequence, Set

import numpy as np
from django.db.models import BinaryField, Func

from retrieval.embedders.base import Vectors
from retrieval.fusion import Fused, Fusion, Ranking, blend, fuse, smoothed
from retrieval.lanes import Hit, Lane, Query
from retrieval.models import ChunkVector
from retrieval.recipe import Recipe
from retrieval.types import Scope

# pgvector's binary form: two numbers of two bytes, then the values, all in network order.
HALVES, HEAD_BYTES = np.dtype(">f2"), 4


def fused(
    found: Mapping[Lane, Sequence[Hit]], query: Query, scope: Scope, recipe: Recipe
) -> Sequence[Fused]:
    """Best first. Each lane also measures what only another found: absence is no verdict."""
    if recipe.fusion is Fusion.RANKS:
        ids = {lane.name: [hit.chunk_id for hit in hits] for lane, hits in found.items()}
        return fuse(ids, k=recipe.rrf_k)
    pool = {hit.chunk_id for hits in found.values() for hit in hits}
    rankings = {lane.name: _ranking(lane, hits, pool, query, scope) for lane, hits in found.items()}
    blended = blend(rankings, weights=dict(recipe.weights), k=recipe.rrf_k)
    vectors = _vectors(pool, query)
    return smoothed(blended, vectors, share=recipe.smoothing, neighbours=recipe.neighbours)


def _ranking(
    lane: Lane, hits: Sequence[Hit], pool: Set[int], query: Query, scope: Scope
) -> Ranking:
    own = {hit.chunk_id: hit.score for hit in hits if hit.score is not None}
    others = lane.score(query, scope, sorted(pool - own.keys()))
    return Ranking([hit.chunk_id for hit in hits], None if others is None else own | dict(others))


def _vectors(pool: Set[int], query: Query) -> dict[int, Vectors]:
    """None while nothing is matched by meaning. As bytes, which costs a tenth of as text."""
    if query.vector is None:
        return {}
    sent = Func("vector", function="halfvec_send", output_field=BinaryField())
    rows = ChunkVector.objects.filter(chunk_id__in=pool, fingerprint=query.fingerprint)
    return {
        pk: np.frombuffer(value, dtype=HALVES, offset=HEAD_BYTES).astype(np.float32)
        for pk, value in rows.annotate(sent=sent).values_list("chunk_id", "sent")
    }
