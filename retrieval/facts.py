"""What is known of the chunks in the pool before their texts are read."""

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from retrieval.naming import Said
from retrieval.statements import ids, rows

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
SELECT chunk.id, doc_type, published_on, {named} OR slug IN (SELECT slug FROM explained)
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id, said
WHERE chunk.id = ANY(%s::bigint[])
"""


class Fact(NamedTuple):
    """``is_named``: the question names its essay, by the title or by a term of the glossary."""

    chunk_id: int
    doc_type: str
    published: date | None
    is_named: bool


def facts_of(question: str, chunk_ids: Collection[int]) -> list[Fact]:
    """One of each chunk that is still there."""
    said = Said.of(question)
    params = [said.whole, said.about, said.set_off, ids(chunk_ids)]
    return [Fact(*row) for row in rows(FACTS.format(named=IS_NAMED), params)]
