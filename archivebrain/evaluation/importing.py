"""Takes the golden set in, and says loudly when the holdout is not what it was."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from archivebrain.evaluation.cases import Case, Expect, Kind, Quote, Require, Split, digest_of
from archivebrain.evaluation.reading import read_cases
from archivebrain.models import GoldenCase, HoldoutSeal
from archivebrain.models.evaluation import FILE
from retrieval.models import Essay
from retrieval.quoting import same_words


@dataclass(frozen=True, slots=True)
class GoldenReport:
    """How many cases came, changed and went; ``alarm`` is empty while the holdout stands."""

    new: int
    changed: int
    unchanged: int
    removed: int
    holdout_count: int
    alarm: str
    warnings: tuple[str, ...]


def import_golden(data: bytes, *, now: datetime) -> GoldenReport:
    """Make the file the whole golden set, or raise FaultyFile and change nothing.

    What was made at the desk stays beside it, until the file has a case of the same id.
    """
    cases = read_cases(data)
    with transaction.atomic():
        before = {case.id: case for case in map(_case, GoldenCase.objects.filter(origin=FILE))}
        after = {case.id: case for case in cases}
        alarm = _sealed(_holdout(before), _holdout(after), now=now)
        GoldenCase.objects.filter(Q(origin=FILE) | Q(case_id__in=after)).delete()
        GoldenCase.objects.bulk_create(_row(case) for case in cases)
    unchanged = sum(before.get(case.id) == case for case in cases)
    new = len(after.keys() - before.keys())
    return GoldenReport(
        new=new,
        changed=len(cases) - unchanged - new,
        unchanged=unchanged,
        removed=len(before.keys() - after.keys()),
        holdout_count=len(_holdout(after)),
        alarm=alarm,
        warnings=tuple(_warnings(cases)),
    )


def stored(split: Split | None = None) -> tuple[Case, ...]:
    """The cases as they were imported or made at the desk, in the order of their ids."""
    rows = GoldenCase.objects.order_by("case_id")
    return tuple(_case(row) for row in (rows.filter(split=split) if split else rows))


def _row(case: Case) -> GoldenCase:
    columns = asdict(case)
    return GoldenCase(case_id=columns.pop("id"), **columns)


def _case(row: GoldenCase) -> Case:
    columns: dict[str, Any] = {
        one.name: getattr(row, one.name) for one in fields(Case) if one.name != "id"
    }
    columns = {
        name: tuple(value) if isinstance(value, list) else value for name, value in columns.items()
    }
    return Case(
        **columns
        | {
            "id": row.case_id,
            "kind": Kind(row.kind),
            "split": Split(row.split),
            "expect": Expect(row.expect),
            "require": Require(row.require),
            "quotes": tuple(Quote(**quote) for quote in row.quotes),
        }
    )


def _holdout(cases: dict[str, Case]) -> dict[str, Case]:
    return {name: case for name, case in cases.items() if case.split is Split.HOLDOUT}


def _sealed(before: dict[str, Case], after: dict[str, Case], *, now: datetime) -> str:
    """Seal the holdout as it is now; a sentence if that is another than was sealed."""
    seal = HoldoutSeal.objects.order_by("-sealed_at", "-pk").first()
    digest = digest_of(after.values())
    if seal is None and not after:
        return ""
    if seal is None or seal.digest != digest:
        HoldoutSeal.objects.create(digest=digest, case_count=len(after), sealed_at=now)
    if seal is None or seal.digest == digest:
        return ""
    altered = sum(before[name] != after[name] for name in before.keys() & after.keys())
    return (
        f"THE HOLDOUT HAS CHANGED since it was sealed on {seal.sealed_at:%Y-%m-%d}: "
        f"{altered} cases altered, {len(after.keys() - before.keys())} added, "
        f"{len(before.keys() - after.keys())} taken out. Earlier readings of it no longer "
        "compare. If you did not mean to, import the earlier file again."
    )


def _warnings(cases: Sequence[Case]) -> Iterator[str]:
    """What cannot come true as the archive is now; holdout cases are counted, not named."""
    bodies = dict(Essay.objects.public().values_list("slug", "body"))
    hidden = 0
    for case in cases:
        faults = list(_doubts(case, bodies))
        if case.split is Split.HOLDOUT:
            hidden += bool(faults)
        else:
            yield from (f"{case.id}: {fault}" for fault in faults)
    if hidden:
        yield f"{hidden} holdout cases name essays or quotes that are not there."


def _doubts(case: Case, bodies: dict[str, str]) -> Iterator[str]:
    missing = [slug for slug in (*case.sources, *case.also_right) if slug not in bodies]
    if missing and case.expect is Expect.ANSWER:
        yield f"no public essay has the slug {', '.join(missing)}."
    for one in case.quotes:
        if one.slug in bodies and not same_words(one.quote, bodies[one.slug]):
            yield f"its quote does not stand in {one.slug}."
