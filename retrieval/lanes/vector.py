"""The vector lane: chunks near the question in meaning, by an exact scan."""

from collections.abc import Sequence

from pgvector.django import MaxInnerProduct

from retrieval.lanes.base import Query
from retrieval.models import ChunkVector, Essay
from retrieval.types import Scope


class ForeignVectors(Exception):
    """The index was made by another model than the question's; they cannot be compared."""


class VectorLane:
    """Exact, because up to some 20,000 chunks no index is faster, and a filter costs no recall."""

    name = "vector"

    def find(self, query: Query, scope: Scope, *, limit: int) -> Sequence[int]:
        """Nearest first; raises ``ForeignVectors`` if only another model's are stored."""
        if query.vector is None:
            return ()
        near = ChunkVector.objects.filter(
            fingerprint=query.fingerprint, essay__in=Essay.objects.within(scope)
        ).order_by(MaxInnerProduct("vector", query.vector), "chunk_id")
        found = tuple(near.values_list("chunk_id", flat=True)[:limit])
        if not found:
            _refuse_foreign(query.fingerprint)
        return found


def _refuse_foreign(fingerprint: str) -> None:
    stored = ChunkVector.objects.filter(essay__in=Essay.objects.public())
    if stored.exists() and not stored.filter(fingerprint=fingerprint).exists():
        raise ForeignVectors(
            "The index holds vectors of another embedding model than EMBEDDING_MODEL, and "
            "the two cannot be compared. Run `python manage.py index --all`, or name the "
            "model that made the index."
        )
