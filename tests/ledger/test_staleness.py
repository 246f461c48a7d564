"""An earlier view told as the view of today is found; one told as the past is not."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.staleness import correction, spoken_as_current
from ledger.types import Label
from tests.ledger.rows import held, reversed_view

OLD = reversed_view()


@pytest.mark.parametrize(
    "stale",
    [
        "The author thinks that an electric bicycle is cheating.",
        "An electric bicycle is a moped in denial.",
        "To the author, riding an electric bicycle is cheating, a moped in denial.",
    ],
)
def test_a_superseded_view_told_as_current_is_found(stale: str) -> None:
    assert spoken_as_current(stale, [OLD]) is OLD


@pytest.mark.parametrize(
    "honest",
    [
        "In 2018 the author thought that an electric bicycle is cheating.",
        "The author originally called an electric bicycle a moped in denial.",
        "The author no longer thinks that an electric bicycle is cheating.",
        "The author had long argued that an electric bicycle is cheating.",
    ],
)
def test_a_superseded_view_told_as_the_past_is_left(honest: str) -> None:
    assert spoken_as_current(honest, [OLD]) is None


@pytest.mark.parametrize(
    "other", ["The hill to the harbour climbs ninety metres.", "The author lives on a hill."]
)
def test_another_sentence_of_the_same_passage_is_not_stale(other: str) -> None:
    assert spoken_as_current(other, [OLD]) is None


def test_a_sentence_that_a_held_view_bears_out_too_is_not_stale() -> None:
    same = held("An electric bicycle is cheating.", stance="An electric bicycle is cheating.")

    assert spoken_as_current("An electric bicycle is cheating.", [OLD, same]) is None


def test_a_view_said_again_and_reversed_since_bears_out_nothing_of_today() -> None:
    again = replace(
        held("An electric bicycle is a moped in denial.", key="eb-2019", dated=date(2019, 5, 4)),
        stance="An electric bicycle is cheating.",
        is_overtaken=True,
    )

    assert spoken_as_current("An electric bicycle is cheating.", [OLD, again]) is OLD
    assert spoken_as_current("An electric bicycle is cheating.", [again]) is again
    assert correction(again, successor=None) == (
        "This is an earlier view, of 4 May 2019; it is held no longer."
    )


def test_without_rows_nothing_is_stale() -> None:
    assert spoken_as_current("An electric bicycle is cheating.", []) is None


def test_the_correction_says_when_it_was_held_and_what_came_of_it() -> None:
    assert correction(OLD, successor=held()) == (
        "This is an earlier view, of 20 May 2018; it was reversed on 16 May 2021."
    )


def test_the_correction_states_no_date_that_nobody_wrote() -> None:
    undated = reversed_view(dated=None, label=Label.RETRACTED)

    assert correction(undated, successor=None) == "This is an earlier view; it was retracted."
    assert correction(OLD, successor=held(dated=None)) == (
        f"This is an earlier view, of {date(2018, 5, 20).day} May 2018; it was reversed."
    )
