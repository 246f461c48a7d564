"""The vector lane: chunks near the question in meaning, by an exact scan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from pgvector.django import MaxInnerProduct

from retrieval.embedders.base import Vectors
from retrieval.lanes.base import Hit, Query
from retrieval.models import ChunkVector, Essay
from retrieval.types import Scope, Tier


class ForeignVectors(Exception):
    """The index was made by another model than the question's; they cannot be compared."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The public essay with the passage that is nearest in meaning, and its cosine."""

    essay_id: int
    closeness: float


class VectorLane:
    """Exact, because up to some 20,000 chunks no index is faster, and a filter costs no recall."""

    name = "vector"

    def find(self, query: Query, scope: Scope, *, limit: int) -> Sequence[Hit]:
        """Nearest first, with cosines; raises ``ForeignVectors`` if all are another model's."""
        if query.vector is None:
            return ()
        distance = MaxInnerProduct("vector", query.vector)
        near = _comparable(query, scope).order_by(distance, "chunk_id")
        found = _measured(near[:limit], distance)
        if not found:
            _refuse_foreign(query.fingerprint, scope.tier)
        return tuple(Hit(*pair) for pair in found)

    def score(self, query: Query, scope: Scope, chunk_ids: Sequence[int]) -> Mapping[int, float]:
        if query.vector is None or not chunk_ids:
            return {}
        rows = _comparable(query, scope).filter(chunk_id__in=chunk_ids)
        return dict(_measured(rows, MaxInnerProduct("vector", query.vector)))


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
            "The index holds vectors of another embedding model than EMBEDDING_MODEL, and "
            "the two cannot be compared. Run `python manage.py index --all`, or name the "
            "model that made the index."
        )


def nearest(vector: Vectors, fingerprint: str) -> Nearest | None:
    """What the archive has that is closest to a text; None without an index by this model."""
    near = ChunkVector.objects.filter(fingerprint=fingerprint, essay__in=Essay.objects.public())
    found = (
        near.annotate(distance=MaxInnerProduct("vector", vector))
        .order_by("distance", "chunk_id")
        .values_list("essay_id", "distance")
        .first()
    )
    # pgvector's operator gives the negative inner product, so that smaller is nearer.
    return Nearest(found[0], -float(found[1])) if found else None
