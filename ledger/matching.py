"""Finds the concepts that a question names, and what the author held on them."""

from datetime import date

from django.db import connection

from ledger.positions import of_concepts
from ledger.types import DatedPosition

# Every word of one of its names, in any order and inflection. A name of stop words alone
# makes an empty query, which matches nothing.
_NAMED = """
SELECT concept.slug FROM ledger_concept AS concept,
  unnest(concept.aliases || concept.name) AS named
WHERE to_tsvector('english', %s) @@ plainto_tsquery('english', named)
GROUP BY concept.slug ORDER BY concept.slug
"""


def positions_about(question: str, *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """The public rows of every concept that the question names, oldest first in each."""
    concepts = concepts_in(question)
    return of_concepts(concepts, as_of=as_of) if concepts else ()


def concepts_in(question: str) -> tuple[str, ...]:
    """The slugs of the concepts that stand in the question under one of their names."""
    with connection.cursor() as cursor:
        cursor.execute(_NAMED, [question])
        return tuple(slug for (slug,) in cursor.fetchall())
