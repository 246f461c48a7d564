"""The vector lane: chunks near the question in meaning, one by one or by their neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from pgvector.django import MaxInnerProduct

from retrieval.embedders.base import Vectors
from retrieval.hnsw import neighbours
from retrieval.lanes.base import Hit, Query
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.types import Scope, Tier


class ForeignVectors(Exception):
    """The index was made by another model than the question's; they cannot be compared."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The public essay with the passage that is nearest in meaning, and its cosine."""

    essay_id: int
    closeness: float


class VectorLane:
    """Exact while that is fastest; by the index of neighbours (``hnsw``) in a larger scope."""

    name = "vector"
    ceiling: float | None = 1.0

    def find(self, query: Query, scope: Scope, *, limit: int) -> Sequence[Hit]:
        """Nearest first, with cosines; raises ``ForeignVectors`` if all are another model's."""
        if query.vector is None:
            return ()
        found = _nearest(query.vector, query, scope, limit=limit)
        if not found:
            _refuse_foreign(query.fingerprint, scope.tier)
        return tuple(Hit(*pair) for pair in found)

    def score(self, query: Query, scope: Scope, chunk_ids: Sequence[int]) -> Mapping[int, float]:
        if query.vector is None or not chunk_ids:
            return {}
        rows = _comparable(query, scope).filter(chunk_id__in=chunk_ids)
        return dict(_measured(rows, MaxInnerProduct("vector", query.vector)))


def _nearest(vector: Vectors, query: Query, scope: Scope, *, limit: int) -> list[tuple[int, float]]:
    """Chunk ids with their cosines, nearest first, ties by id."""
    found = neighbours(vector, query.fingerprint, scope, limit=limit)
    if found is not None:
        return found
    distance = MaxInnerProduct("vector", vector)
    near = _comparable(query, scope).order_by(distance, "chunk_id")
    return _measured(near[:limit], distance)


def _comparable(query: Query, scope: Scope) -> QuerySet[ChunkVector]:
    within = Essay.objects.within(scope)
    return ChunkVector.objects.filter(fingerprint=query.fingerprint, essay__in=within)


def _measured(rows: QuerySet[ChunkVector], distance: MaxInnerProduct) -> list[tuple[int, float]]:
    """With cosines: pgvector's operator gives the negative one, so that smaller is nearer."""
    pairs = rows.annotate(distance=distance).values_list("chunk_id", "distance")
    return [(chunk_id, -float(far)) for chunk_id, far in pairs]


def _refuse_foreign(fingerprint: str, tier: Tier) -> None:
    stored = ChunkVector.objects.filter(essay__in=Essay.objects.of(tier))
    if stored.exists() and not stored.filter(fingerprint=fingerprint).exists():
        raise ForeignVectors(
            "The index holds vectors of another embedding model than the live one, and the "
            "two cannot be compared. Run `python manage.py index --all`."
        )


def nearest(vector: Vectors, fingerprint: str) -> Nearest | None:
    """What the archive has that is closest to a text; None without an index by this model."""
    query = Query("", vector, fingerprint)
    for chunk_id, closeness in _nearest(vector, query, Scope(), limit=1):
        for essay_id in Chunk.objects.filter(pk=chunk_id).values_list("essay_id", flat=True):
            return Nearest(essay_id, closeness)
    return None
