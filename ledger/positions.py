"""Reads positions as answers and pages need them; only rows whose essay is public."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, TextField, Value, When

from ledger.lifecycle import Link, overtaken
from ledger.models import Position
from ledger.ordering import oldest_first
from ledger.querysets import PositionQuerySet
from ledger.types import Basis, Change, DatedPosition, Label, Lifecycle
from retrieval.models import Essay
from retrieval.statements import rows

# All that a position is read from; every search asks, and a ledger changes once a week.
MARK = """
SELECT count(*), sum(hash_record_extended(
  ROW(position.*, concept.*, essay.visibility, essay.title, essay.published_on), 0
))
FROM ledger_position AS position JOIN ledger_concept AS concept ON concept.id = concept_id
LEFT JOIN retrieval_essay AS essay ON essay.slug = essay_slug
"""


def standing(slugs: Collection[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every position of these essays, with what became of it; oldest first."""
    return tuple(row for row in _all_of(ledger_mark(), as_of) if row.essay_slug in slugs)


def ledger_mark() -> tuple[Any, ...]:
    """Other for each state of all that positions are read from, also of what readers never see.

    So it may be told to none of them; ``ledger_stamp`` may.
    """
    return rows(MARK)[0]


@lru_cache(maxsize=8)
def _all_of(mark: tuple[Any, ...], as_of: date | None) -> tuple[DatedPosition, ...]:
    """Read once for each state of the ledger, which ``mark`` tells from every other."""
    return read(Position.objects.all(), as_of=as_of)


def of_concepts(slugs: Collection[str], *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """Every position on these concepts, with what became of it; oldest first."""
    return read(Position.objects.filter(concept__slug__in=slugs), as_of=as_of)


def read(positions: PositionQuerySet, *, as_of: date | None) -> tuple[DatedPosition, ...]:
    """The public ones among some positions; oldest first.

    In one query, and a second one where a view is said again.
    """
    rows = (
        positions.public()
        .with_lifecycle(as_of)
        .with_essay()
        .select_related("concept")
        .annotate(supersedes_key=_public_key("supersedes"), reaffirms_key=_public_key("reaffirms"))
    )
    published = {row.essay_slug: row.essay_published for row in rows}
    late = _overtaken(rows, as_of)
    dated = [replace(_dated_position(row, as_of), is_overtaken=row.key in late) for row in rows]
    return oldest_first(dated, published=published)


def _overtaken(rows: Sequence[Any], as_of: date | None) -> frozenset[str]:
    """Which rows say again what is held no longer; rows of hidden essays count as well."""
    if not any(row.reaffirms_id for row in rows):
        return frozenset()
    columns = ("key", "dated", "change", "supersedes__key", "retracted_on", "reaffirms__key")
    links = [
        Link(key, dated, Change(change) if change else None, earlier or "", retracted, again or "")
        for key, dated, change, earlier, retracted, again in Position.objects.values_list(*columns)
    ]
    return overtaken(links, as_of=as_of)


def _public_key(link: str) -> Case:
    """The key of a linked row; none of one whose essay is hidden, for not even that may show."""
    is_public = Exists(Essay.objects.public().filter(slug=OuterRef(f"{link}__essay_slug")))
    key = When(is_public, then=F(f"{link}__key"))
    return Case(key, default=Value(""), output_field=TextField())


def _dated_position(row: Any, as_of: date | None) -> DatedPosition:
    is_withdrawn = row.retracted_on and (as_of is None or row.retracted_on <= as_of)
    # Without a change the reason is that of the withdrawal, and nobody knew it before.
    is_told = row.change or is_withdrawn or not row.retracted_on
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
        because=row.because if is_told else "",
        change=Change(row.change) if row.change else None,
        supersedes=row.supersedes_key,
        reaffirms=row.reaffirms_key,
        retracted=row.retracted_on if is_withdrawn else None,
        is_notice=row.change == Change.RETRACTED.value,
    )
