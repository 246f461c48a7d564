"""What the ledger knows of a question and of the passages found for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings

from archivebrain.answering.types import Question, StatedPosition
from ledger.buckets import labelled, rows_in
from ledger.links import concept_link
from ledger.matching import positions_about
from ledger.positions import of_concepts, standing
from ledger.records import written_by
from ledger.types import DatedPosition
from retrieval.passages import passages_of
from retrieval.types import Passage, Scope


@dataclass(frozen=True, slots=True)
class Holdings:
    """``positions``: what the question is about, oldest first. ``rows``: every row on
    whatever the passages are about. ``passages``: with their buckets."""

    positions: tuple[DatedPosition, ...]
    rows: tuple[DatedPosition, ...]
    passages: tuple[Passage, ...]


def holdings(question: Question, found: Sequence[Passage]) -> Holdings:
    """The found passages in the ledger's light, those with the asked views' receipts first."""
    positions = positions_about(question.text, as_of=question.as_of)
    receipts = _receipts(positions, Scope(as_of=question.as_of))
    merged = {one.chunk_id: one for one in (*receipts, *found)}
    passages = written_by(question.as_of, tuple(merged.values()))
    rows = _rows_on(passages, question)
    return Holdings(positions, rows, labelled(passages, rows))


def stated(positions: Iterable[DatedPosition]) -> tuple[StatedPosition, ...]:
    """The author's views as an answer lists them; a notice of retraction is nobody's view."""
    return tuple(_stated(row) for row in positions if not row.is_notice)


def _receipts(positions: Sequence[DatedPosition], scope: Scope) -> tuple[Passage, ...]:
    slugs = sorted({row.essay_slug for row in positions})
    if not slugs:
        return ()
    return tuple(one for one in passages_of(slugs, scope=scope) if rows_in(one, positions))


def _rows_on(passages: Iterable[Passage], question: Question) -> tuple[DatedPosition, ...]:
    """All rows of each concept that has one in these essays: also what came after."""
    rows = standing(_slugs(passages), as_of=question.as_of)
    return of_concepts(sorted({row.concept for row in rows}), as_of=question.as_of)


def _slugs(passages: Iterable[Passage]) -> list[str]:
    return sorted({passage.essay.slug for passage in passages})


def _stated(row: DatedPosition) -> StatedPosition:
    return StatedPosition(
        concept=row.concept,
        name=row.concept_name,
        stance=row.stance,
        dated=row.dated,
        lifecycle=row.lifecycle,
        label=row.label,
        url=concept_link(settings.ARCHIVEBRAIN_SITE_URL, row.concept),
    )
