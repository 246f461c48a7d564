"""Positions come in the order in which they were held, undated ones in their place."""

from datetime import date
from typing import Any

from ledger.ordering import oldest_first
from ledger.types import Basis, DatedPosition, Label, Lifecycle


def row(key: str, dated: date | None, **fields: Any) -> DatedPosition:
    return DatedPosition(
        **{
            "key": key, "concept": "c", "concept_name": "C", "stance": "S", "dated": dated,
            "basis": Basis.PUBLISHED if dated else Basis.UNDATED, "lifecycle": Lifecycle.HELD,
            "label": Label.CURRENT, "essay_slug": key, "essay_title": "T", "receipt": "R",
        } | fields
    )  # fmt: skip


def order(*rows: DatedPosition, **published: date) -> list[str]:
    return [position.key for position in oldest_first(rows, published=published)]


def test_dates_decide_and_the_later_of_one_day_follows_what_it_supersedes() -> None:
    same_day = date(2020, 1, 1)

    assert order(
        row("c", date(2022, 1, 1)),
        row("a", same_day, supersedes="b"),
        row("b", same_day),
    ) == ["b", "a", "c"]


def test_an_undated_row_follows_what_it_supersedes_at_once() -> None:
    assert order(
        row("first", date(2018, 1, 1)),
        row("between", date(2018, 1, 1)),
        row("notice", None, supersedes="first"),
        row("after", None, supersedes="notice"),
        row("last", date(2019, 1, 1)),
    ) == ["between", "first", "notice", "after", "last"]


def test_an_undated_row_of_its_own_follows_its_essays_date() -> None:
    assert order(
        row("later", date(2021, 1, 1)),
        row("undated", None),
        row("same", date(2020, 1, 1)),
        undated=date(2020, 1, 1),
    ) == ["same", "undated", "later"]


def test_a_row_without_any_date_comes_last_and_a_cycle_ends() -> None:
    assert order(row("nowhere", None), row("dated", date(2020, 1, 1))) == ["dated", "nowhere"]
    assert order(
        row("x", date(2020, 1, 1), supersedes="y"), row("y", date(2020, 1, 1), supersedes="x")
    ) == ["x", "y"]
