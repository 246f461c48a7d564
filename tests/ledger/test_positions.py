"""Answers and pages get public positions only, with what became of them."""

from datetime import date
from typing import Any

import pytest

from ledger.importing import import_ledger
from ledger.positions import of_concepts, standing
from ledger.timeline import story
from ledger.types import Label, Lifecycle
from retrieval.models import Essay
from tests.ledger.conftest import LATER, ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("essays")]


@pytest.fixture(autouse=True)
def _rows(essays: None) -> None:
    import_ledger(ledger({}, LATER))


def test_a_concepts_story_is_read_oldest_first_in_one_query(
    django_assert_num_queries: Any,
) -> None:
    with django_assert_num_queries(1):
        first, second = of_concepts(["fares"], as_of=None)

    assert (first.key, first.lifecycle, first.label) == (
        "one", Lifecycle.SUPERSEDED, Label.REVERSED,
    )  # fmt: skip
    assert (second.key, second.supersedes, second.label) == ("two", "one", Label.CURRENT)
    assert (second.concept_name, second.essay_title) == ("Fares", "New")


def test_on_a_day_before_the_change_the_old_view_is_current() -> None:
    (only,) = of_concepts(["fares"], as_of=date(2023, 1, 1))

    assert (only.key, only.label) == ("one", Label.CURRENT)


def test_on_a_day_before_it_was_withdrawn_a_view_tells_no_later_reason() -> None:
    reason: dict[str, object] = {"retracted": date(2022, 1, 1), "because": "A recount."}
    import_ledger(ledger(reason, LATER | {"because": "A count."}))

    (before,) = of_concepts(["fares"], as_of=date(2021, 12, 31))
    (after,) = of_concepts(["fares"], as_of=date(2022, 1, 1))
    now = of_concepts(["fares"], as_of=None)

    assert (before.because, before.retracted) == ("", None)
    assert (after.because, after.retracted) == ("A recount.", date(2022, 1, 1))
    assert [row.because for row in now] == ["A recount.", "A count."]


def test_the_reason_of_a_change_is_told_although_the_view_was_withdrawn_later() -> None:
    import_ledger(ledger({}, LATER | {"because": "A count.", "retracted": date(2025, 1, 1)}))

    row = of_concepts(["fares"], as_of=date(2024, 12, 31))[-1]

    assert (row.key, row.because, row.retracted) == ("two", "A count.", None)


AGAIN: dict[str, object] = {
    "id": "again", "essay": "new", "basis": "in_text", "dated": date(2025, 5, 3),
    "change": "reaffirmed", "reaffirms": "one", "receipt": "I now think that nobody can know.",
}  # fmt: skip


def test_a_view_that_was_reversed_after_it_was_said_again_is_not_held_today() -> None:
    import_ledger(ledger({}, LATER, AGAIN))

    told = story("fares")

    assert told
    assert [(row.key, row.lifecycle, row.is_overtaken) for row in told.rows] == [
        ("one", Lifecycle.SUPERSEDED, False),
        ("two", Lifecycle.HELD, False),
        ("again", Lifecycle.HELD, True),
    ]
    assert [row.key for row in told.now] == ["two"]


def test_a_view_said_again_that_was_first_said_in_a_hidden_essay_is_not_held_either() -> None:
    import_ledger(ledger({}, LATER, AGAIN))
    Essay.objects.filter(slug="old").update(visibility="draft")

    told = story("fares")

    assert told
    assert [row.key for row in told.now] == ["two"]


def test_an_essays_positions_are_found_by_its_slug() -> None:
    assert [row.key for row in standing(["old", "nowhere"], as_of=None)] == ["one"]
    assert standing([], as_of=None) == ()


def test_a_hidden_essay_shows_neither_its_row_nor_its_name() -> None:
    Essay.objects.filter(slug="old").update(visibility="draft")

    (only,) = of_concepts(["fares"], as_of=None)

    assert (only.key, only.supersedes) == ("two", "")


def test_hiding_the_essay_of_a_reversal_does_not_bring_the_old_view_back() -> None:
    Essay.objects.filter(slug="new").update(visibility="draft")

    (only,) = of_concepts(["fares"], as_of=None)

    assert (only.key, only.lifecycle) == ("one", Lifecycle.SUPERSEDED)
