"""Reads chunks as passages: those that a search chose, or all of some essays."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from retrieval.fusion import Fused
from retrieval.scoping import in_scope
from retrieval.statements import ids, rows
from retrieval.types import DocType, EssayRef, Passage, Scope

PASSAGES = """
SELECT chunk.id, key, heading_path, anchor, text, plain,
  slug, title, canonical_url, published_on, doc_type
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id
WHERE {within} AND
"""
THESE = PASSAGES + "chunk.id = ANY(%s::bigint[])"
OF_ESSAYS = PASSAGES + "slug = ANY(%s::text[]) ORDER BY published_on, essay_id, ordinal"


class Row(NamedTuple):
    """A chunk with what is shown of its essay."""

    chunk_id: int
    key: str
    heading_path: list[str]
    anchor: str
    text: str
    plain: str
    slug: str
    title: str
    url: str
    published: date | None
    doc_type: str


def passages_among(
    ranked: Sequence[tuple[Fused, float]], *, scope: Scope, lanes: Sequence[str]
) -> tuple[Passage, ...]:
    """In their order, with their boosts.

    Asks once more whether each is in the scope: essays are hidden at any moment.
    """
    pool = [one.chunk_id for one, _ in ranked]
    found = {row.chunk_id: row for row in _rows(THESE, scope, ids(pool))}
    return tuple(
        _passage(found[one.chunk_id], one, boost, lanes)
        for one, boost in ranked
        if one.chunk_id in found
    )


def passages_of(slugs: Sequence[str], *, scope: Scope) -> tuple[Passage, ...]:
    """Every chunk of these essays, unranked, in the order of the writing."""
    found = _rows(OF_ESSAYS, scope, list(slugs))
    return tuple(_passage(row, Fused(row.chunk_id, 0.0, {}), 1.0, ()) for row in found)


def _rows(statement: str, scope: Scope, wanted: str | list[str]) -> Iterator[Row]:
    within, params = in_scope(scope)
    return (Row(*row) for row in rows(statement.format(within=within), [*params, wanted]))


def _passage(row: Row, one: Fused, boost: float, lanes: Sequence[str]) -> Passage:
    doc_type = DocType(row.doc_type)
    return Passage(
        chunk_id=row.chunk_id,
        key=row.key,
        essay=EssayRef(row.slug, row.title, row.url, row.published, doc_type),
        heading_path=tuple(row.heading_path),
        anchor=row.anchor,
        text=row.text,
        plain=row.plain,
        lanes={lane: one.ranks.get(lane) for lane in lanes},
        base=one.score,
        boost=boost,
    )
