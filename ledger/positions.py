"""Reads positions as answers and pages need them; only rows whose essay is public."""

from collections.abc import Collection
from datetime import date
from typing import Any

from ledger.models import Position
from ledger.ordering import oldest_first
from ledger.querysets import PositionQuerySet
from ledger.types import Basis, Change, DatedPosition, Label, Lifecycle


def standing(slugs: Collection[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every position of these essays, with what became of it; oldest first."""
    return read(Position.objects.filter(essay_slug__in=slugs), as_of=as_of)


def of_concepts(slugs: Collection[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every position on these concepts, with what became of it; oldest first."""
    return read(Position.objects.filter(concept__slug__in=slugs), as_of=as_of)


def read(positions: PositionQuerySet, *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """The public ones among some positions, in one query; oldest first."""
    rows = list(
        positions.public()
        .with_lifecycle(as_of)
        .with_essay()
        .select_related("concept", "supersedes", "reaffirms")
    )
    # A row may follow one whose essay is hidden; not even that row's name may show.
    named = Position.objects.public().filter(
        key__in=[key for row in rows for key in (_key(row.supersedes), _key(row.reaffirms)) if key]
    )
    public = frozenset(named.values_list("key", flat=True))
    dated = [_dated_position(row, public, as_of) for row in rows]
    return oldest_first(dated, published={row.essay_slug: row.essay_published for row in rows})


def _dated_position(row: Any, public: frozenset[str], as_of: date | None) -> DatedPosition:
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
        supersedes=_shown(row.supersedes, public),
        reaffirms=_shown(row.reaffirms, public),
        retracted=row.retracted_on if is_withdrawn else None,
        is_notice=row.change == Change.RETRACTED.value,
    )


def _key(row: Position | None) -> str:
    return row.key if row else ""


def _shown(row: Position | None, public: frozenset[str]) -> str:
    return _key(row) if _key(row) in public else ""
