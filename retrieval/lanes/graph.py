"""The graph lane: what the question names, and the essays one step away from it."""

from collections.abc import Collection, Sequence

from django.db import connection
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from pgvector.django import MaxInnerProduct

from retrieval.facts import Fact
from retrieval.lanes.base import Found, Hit, Query
from retrieval.models import Chunk, Essay
from retrieval.storable import storable
from retrieval.types import MAX_QUESTION_CHARACTERS, EdgeKind, Scope

# An essay that a curated step leads to is given a few seats, not one for each of its chunks.
MOST_CHUNKS_AN_ESSAY = 3

# An essay that only says the word is found by its words; a step that the author drew says more.
NOT_WALKED = [EdgeKind.MENTIONS.value]

# A name stands in the question word after word, in any inflection. A name of stop words
# alone makes an empty query, which matches nothing. Both ways along an edge, one step.
ONE_STEP_AWAY = """
WITH asked AS (
  SELECT to_tsvector('english', %s) AS words
), named AS (
  SELECT DISTINCT node.id
  FROM retrieval_graphnode AS node, unnest(node.names) AS name, asked
  WHERE node.kind IN ('term', 'concept') AND asked.words @@ phraseto_tsquery('english', name)
), steps AS (
  SELECT start_id AS here, end_id AS there, kind FROM retrieval_graphedge
  UNION SELECT end_id, start_id, kind FROM retrieval_graphedge
)
SELECT essay.key FROM named JOIN steps ON steps.here = named.id AND steps.kind <> ALL(%s)
JOIN retrieval_graphnode AS essay ON essay.id = steps.there AND essay.kind = 'essay'
GROUP BY essay.key
"""


class GraphLane:
    """Deterministic: a term or concept under one of its names, no model asked what is meant."""

    name = "graph"
    uses_vector = True
    ceiling: float | None = None

    def find(
        self, query: Query, scope: Scope, *, limit: int, beside: Collection[int] = ()
    ) -> Found:
        """The best chunks of each essay, nearest first; its first ones without a vector."""
        slugs = slugs_near(query.text)
        if not slugs:
            return Found(())
        chunks = Chunk.objects.filter(essay__in=Essay.objects.within(scope).filter(slug__in=slugs))
        found = _nearest(chunks, query, limit) or _first(chunks, limit)
        return Found(tuple(Hit(chunk_id, None) for chunk_id in found))

    def score(self, query: Query, scope: Scope, chunks: Sequence[Fact]) -> None:
        """A step is taken or not: how near an essay stands is not measured."""


def slugs_near(text: str) -> list[str]:
    """The slugs of all essays one step from what the text names, whoever may see them."""
    asked = storable(text[:MAX_QUESTION_CHARACTERS])
    with connection.cursor() as cursor:
        cursor.execute(ONE_STEP_AWAY, [asked, NOT_WALKED])
        return [slug for (slug,) in cursor.fetchall()]


def _nearest(chunks: QuerySet[Chunk], query: Query, limit: int) -> tuple[int, ...]:
    if query.vector is None:
        return ()
    distance = MaxInnerProduct("chunkvector__vector", query.vector)
    order = [distance, "pk"]
    near = (
        chunks.filter(chunkvector__fingerprint=query.fingerprint)
        .annotate(
            place=Window(RowNumber(), partition_by="essay_id", order_by=order), distance=distance
        )
        .filter(place__lte=MOST_CHUNKS_AN_ESSAY)
        .order_by("distance", "pk")
    )
    return tuple(near.values_list("pk", flat=True)[:limit])


def _first(chunks: QuerySet[Chunk], limit: int) -> tuple[int, ...]:
    first = chunks.filter(ordinal__lt=MOST_CHUNKS_AN_ESSAY).order_by("ordinal", "pk")
    return tuple(first.values_list("pk", flat=True)[:limit])
