"""The vector lane: chunks near the question in meaning, one by one or by their neighbours."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from retrieval.embedders.base import Vectors
from retrieval.facts import Fact
from retrieval.hnsw import EXACT_CHUNKS, neighbours, vectors_in
from retrieval.lanes.base import Found, Hit, Query
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.statements import halfvec, rows
from retrieval.types import Scope, Tier

# The operator gives the negative of the cosine, so that smaller is nearer.
EXACT = """
SELECT chunk_id, -(vector <#> %s::halfvec) AS closeness FROM retrieval_chunkvector
WHERE fingerprint = %s AND {within} ORDER BY closeness DESC, chunk_id LIMIT %s::int
"""


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
    uses_vector = True
    ceiling: float | None = 1.0

    def find(
        self, query: Query, scope: Scope, *, limit: int, beside: Collection[int] = ()
    ) -> Found:
        """Nearest first, with cosines; raises ``ForeignVectors`` if all are another model's."""
        if query.vector is None:
            return Found(())
        is_large = query.corpus.chunks > EXACT_CHUNKS
        find = _nearest if is_large else _exact
        found = find(query.vector, query.fingerprint, scope, limit)
        if not found:
            _refuse_foreign(query.fingerprint, scope.tier)
        return Found(tuple(Hit(*pair) for pair in found))

    def score(self, query: Query, scope: Scope, chunks: Sequence[Fact]) -> Mapping[int, float]:
        """By the places that are known already."""
        places = {fact.chunk_id: fact.place for fact in chunks if fact.place is not None}
        if query.vector is None or not places:
            return {}
        # To the precision that the index compares by.
        asked = query.vector.astype(np.float16).astype(np.float32)
        cosines = np.stack(list(places.values())) @ asked
        return dict(zip(places, cosines.tolist(), strict=True))


def _nearest(
    vector: Vectors, fingerprint: str, scope: Scope, limit: int
) -> Sequence[tuple[int, float]]:
    """Chunk ids with their cosines, nearest first, ties by id."""
    found = neighbours(vector, fingerprint, scope, limit=limit)
    return _exact(vector, fingerprint, scope, limit) if found is None else found


def _exact(
    vector: Vectors, fingerprint: str, scope: Scope, limit: int
) -> Sequence[tuple[int, float]]:
    within, params = vectors_in(scope)
    named = [halfvec(vector), fingerprint, *params, limit]
    return rows(EXACT.format(within=within), named)


def _refuse_foreign(fingerprint: str, tier: Tier) -> None:
    stored = ChunkVector.objects.filter(essay__in=Essay.objects.of(tier))
    if stored.exists() and not stored.filter(fingerprint=fingerprint).exists():
        raise ForeignVectors(
            "The index holds vectors of another embedding model than the live one, and the "
            "two cannot be compared. Run `python manage.py index --all`."
        )


def nearest(vector: Vectors, fingerprint: str) -> Nearest | None:
    """What the archive has that is closest to a text; None without an index by this model."""
    for chunk_id, closeness in _nearest(vector, fingerprint, Scope(), 1):
        for essay_id in Chunk.objects.filter(pk=chunk_id).values_list("essay_id", flat=True):
            return Nearest(essay_id, closeness)
    return None
