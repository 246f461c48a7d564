"""Where a position stands is computed, and computed alike in Python and in SQL."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.lifecycle import Link, Standing, overtaken, standings
from ledger.models import Concept, Position
from ledger.types import Basis, Change, Label, Lifecycle

HELD = Standing(Lifecycle.HELD, Label.CURRENT)
REFINED = Standing(Lifecycle.SUPERSEDED, Label.REFINED)
REVERSED = Standing(Lifecycle.SUPERSEDED, Label.REVERSED)
RETRACTED = Standing(Lifecycle.RETRACTED, Label.RETRACTED)
NOTICE = Standing(Lifecycle.HELD, Label.RETRACTED)

FIRST = Link("a", date(2018, 1, 1))
REFINING = Link("b", date(2020, 1, 1), Change.REFINED, supersedes="a")
REVERSING = Link("c", date(2022, 1, 1), Change.REVERSED, supersedes="b")
RETRACTING = Link("d", date(2024, 1, 1), Change.RETRACTED, supersedes="c")


def test_each_change_labels_the_row_that_it_supersedes() -> None:
    assert standings([FIRST, REFINING, REVERSING, RETRACTING]) == {
        "a": REFINED, "b": REVERSED, "c": RETRACTED, "d": NOTICE,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        (date(2017, 12, 31), {}),
        (date(2018, 1, 1), {"a": HELD}),
        (date(2021, 6, 1), {"a": REFINED, "b": HELD}),
        (date(2022, 1, 1), {"a": REFINED, "b": REVERSED, "c": HELD}),
    ],
)
def test_a_day_knows_nothing_of_later_rows(as_of: date, expected: dict[str, Standing]) -> None:
    assert standings([FIRST, REFINING, REVERSING, RETRACTING], as_of=as_of) == expected


def test_a_view_withdrawn_without_a_replacement_is_retracted_from_that_day() -> None:
    withdrawn = Link("a", date(2018, 1, 1), retracted=date(2020, 1, 1))

    assert standings([withdrawn]) == {"a": RETRACTED}
    assert standings([withdrawn], as_of=date(2019, 12, 31)) == {"a": HELD}
    assert standings([withdrawn], as_of=date(2020, 1, 1)) == {"a": RETRACTED}


def test_an_undated_row_is_in_force_now_and_on_no_day() -> None:
    undated = Link("b", None, Change.RETRACTED, supersedes="a")

    assert standings([FIRST, undated]) == {"a": RETRACTED, "b": NOTICE}
    assert standings([FIRST, undated], as_of=date(2030, 1, 1)) == {"a": HELD}


def test_reaffirming_changes_neither_row() -> None:
    again = Link("b", date(2020, 1, 1), Change.REAFFIRMED)

    assert standings([FIRST, again]) == {"a": HELD, "b": HELD}


def test_what_says_again_a_view_that_was_reversed_since_is_overtaken() -> None:
    again = Link("x", date(2019, 1, 1), Change.REAFFIRMED, reaffirms="a")
    once_more = Link("y", date(2021, 1, 1), Change.REAFFIRMED, reaffirms="x")
    rows = [FIRST, REFINING, again, once_more]

    assert overtaken([FIRST, again, once_more]) == frozenset()
    assert overtaken(rows) == {"x", "y"}
    assert overtaken(rows, as_of=date(2019, 6, 1)) == frozenset()
    assert standings(rows)["x"] == HELD


def test_rows_that_say_each_other_again_end_where_they_began() -> None:
    circle = [Link("a", None, reaffirms="b"), Link("b", None, reaffirms="a")]

    assert overtaken(circle) == frozenset()


DAYS = st.integers(0, 6).map(lambda days: date(2020, 1, 1) + timedelta(days=days))
SUPERSEDING = (Change.REFINED, Change.REVERSED, Change.RETRACTED)


@st.composite
def ledgers(draw: st.DrawFn) -> list[Link]:
    """Rows that the database accepts: no two supersede one, links go to earlier rows."""
    rows: list[Link] = []
    free: list[str] = []
    for number in range(draw(st.integers(1, 7))):
        key = f"row-{number}"
        dated = draw(st.none() | DAYS)
        retracted = draw(st.none() | DAYS)
        if dated and retracted and retracted < dated:
            retracted = None
        target = draw(st.sampled_from(["", *free]))
        change = draw(st.sampled_from(SUPERSEDING)) if target else None
        if target:
            free.remove(target)
        rows.append(Link(key, dated, change, target, retracted))
        free.append(key)
    return rows


@pytest.mark.django_db
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ledgers(), st.none() | DAYS)
def test_sql_and_python_agree_on_every_row(rows: list[Link], as_of: date | None) -> None:
    with transaction.atomic():
        store(rows)
        found = {
            row.key: Standing(Lifecycle(row.lifecycle), Label(row.label))
            for row in Position.objects.with_lifecycle(as_of)
        }
        transaction.set_rollback(True)

    assert found == standings(rows, as_of=as_of)


def store(rows: Sequence[Link]) -> None:
    concept = Concept.objects.create(slug="buses", name="Buses")
    stored: dict[str, Position] = {}
    for row in rows:
        stored[row.key] = Position.objects.create(
            key=row.key,
            concept=concept,
            stance="A stance.",
            essay_slug="essay",
            dated=row.dated,
            basis=Basis.PUBLISHED.value if row.dated else Basis.UNDATED.value,
            receipt="The exact words of it.",
            change=row.change.value if row.change else "",
            supersedes=stored.get(row.supersedes),
            retracted_on=row.retracted,
        )
