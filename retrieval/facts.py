"""What is known of the chunks in the pool before their texts are read."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from retrieval.embedders.base import Vectors
from retrieval.naming import Said
from retrieval.statements import ids, rows, vectors_of
from retrieval.types import Tier

# A name stands in the question word after word, in any inflection. One word alone is a name
# where nothing else was asked or where it was set off as one. ``names`` are kept by the
# database: an essay's title and what in it comes before a colon, a term and its aliases.
IS_NAMED = """
EXISTS (
  SELECT FROM unnest(names) AS name
  WHERE whole @@ name AND (
    numnode(name) > 1 OR set_off @@ name OR (about @@ name AND length(about) = 1)
  )
)
"""
FACTS = """
WITH said AS MATERIALIZED (
  SELECT to_tsvector('english', %s::text) AS whole, to_tsvector('english', %s::text) AS about,
    to_tsvector('english', %s::text) AS set_off
), explained AS MATERIALIZED (
  SELECT unnest(essays) AS slug FROM retrieval_glossaryterm, said WHERE {named}
)
SELECT chunk.id, essay.id, doc_type, published_on,
  {named} OR slug IN (SELECT slug FROM explained), halfvec_send(vector)
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id
LEFT JOIN retrieval_chunkvector AS place
  ON chunk_id = chunk.id AND fingerprint = %s AND is_public = %s::boolean, said
WHERE chunk.id = ANY(%s::bigint[])
"""


class Fact(NamedTuple):
    """``is_named``: the question names its essay, by the title or by a term of the glossary.

    ``place``: its vector, of unit length; None where it has none by the question's model, or
    has crossed the line between public and withheld since it was found.
    """

    chunk_id: int
    essay_id: int
    doc_type: str
    published: date | None
    is_named: bool
    place: Vectors | None


def facts_of(
    question: str,
    chunk_ids: Collection[int],
    *,
    fingerprint: str = "",
    tier: Tier = Tier.PUBLIC,
) -> list[Fact]:
    """One of each chunk that is still there; ``fingerprint``: of the question's model."""
    said = Said.of(question)
    words = [said.whole, said.about, said.set_off]
    params = [*words, fingerprint, tier is Tier.PUBLIC, ids(chunk_ids)]
    return _placed(rows(FACTS.format(named=IS_NAMED), params))


def _placed(found: Sequence[tuple[Any, ...]]) -> list[Fact]:
    sent = [row[-1] for row in found if row[-1]]
    places = iter(vectors_of(sent) if sent else ())
    return [Fact._make([*row[:-1], next(places) if row[-1] else None]) for row in found]
