"""Rows of the ledger as values: what prompts, answers and pages are given."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from ledger.models import Position
from ledger.types import Basis, Change, DatedPosition, Label, Lifecycle


def standing(slugs: Sequence[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every public row whose receipt stands in one of these essays."""
    return _values(_rows(as_of).filter(essay_slug__in=slugs), as_of)


def of_concepts(concepts: Sequence[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every public row on these concepts: concept by concept, oldest first."""
    return _values(_rows(as_of).filter(concept__slug__in=concepts), as_of)


def _rows(as_of: date | None) -> Any:
    return (
        Position.objects.public()
        .with_lifecycle(as_of)
        .with_essay()
        .select_related("concept", "supersedes", "reaffirms")
    )


def _values(rows: Iterable[Any], as_of: date | None) -> tuple[DatedPosition, ...]:
    by_concept: dict[str, list[Any]] = {}
    for row in rows:
        by_concept.setdefault(row.concept.slug, []).append(row)
    return tuple(
        _value(row, as_of)
        for concept in sorted(by_concept)
        for row in _in_order(by_concept[concept])
    )


def _in_order(rows: list[Any]) -> list[Any]:
    """By date; an undated row right after the one it supersedes, else after its essay's date."""
    dates = {row.pk: row.dated for row in rows}

    def place(row: Any) -> tuple[date, bool, str]:
        shown = row.dated or dates.get(row.supersedes_id) or row.essay_published
        return shown or date.max, row.dated is None, row.key

    return sorted(rows, key=place)


def _value(row: Any, as_of: date | None) -> DatedPosition:
    is_withdrawn = row.retracted_on and (as_of is None or row.retracted_on <= as_of)
    return DatedPosition(
        key=row.key,
        concept=row.concept.slug,
        concept_name=row.concept.name,
        stance=row.stance,
        dated=row.dated,
        basis=Basis(row.basis),
        lifecycle=Lifecycle(row.lifecycle),
        label=Label(row.label),
        essay_slug=row.essay_slug,
        essay_title=row.essay_title,
        receipt=row.receipt,
        because=row.because,
        change=Change(row.change) if row.change else None,
        supersedes=row.supersedes.key if row.supersedes else "",
        reaffirms=row.reaffirms.key if row.reaffirms else "",
        retracted=row.retracted_on if is_withdrawn else None,
        is_notice=row.change == Change.RETRACTED.value,
    )
