"""How much a time in a question weighs, on scores that fusion really makes."""

from datetime import date

import pytest

from retrieval.boosts import BOOST_BAND, TYPE_FACTORS
from retrieval.fusion import fuse
from retrieval.temporal import NO_TIME, asked_time
from retrieval.weights import LEANING_LIFT, SPAN_LIFT, temporal_weights

TODAY = date(2025, 6, 1)
DATES = {1: date(2018, 5, 1), 2: date(2020, 5, 1), 3: date(2024, 5, 1), 4: None}


def weights(question: str) -> dict[int, float]:
    return temporal_weights(asked_time(question, today=TODAY), DATES)


def test_every_product_with_a_factor_by_kind_stays_inside_the_band() -> None:
    for factor in TYPE_FACTORS.values():
        for lift in (1.0, SPAN_LIFT, LEANING_LIFT):
            assert BOOST_BAND[0] <= factor * lift <= BOOST_BAND[1]


def test_a_span_lifts_what_is_of_it_and_nothing_else() -> None:
    assert weights("What was said in 2020?") == {2: SPAN_LIFT}
    assert weights("What was said since 2020?") == {2: SPAN_LIFT, 3: SPAN_LIFT}


def test_lately_lifts_the_later_more_and_originally_the_earlier() -> None:
    late, early = weights("What was said lately?"), weights("What was originally said?")

    assert 1 < late[1] < late[2] < late[3] == LEANING_LIFT
    assert LEANING_LIFT == early[1] > early[2] > early[3] > 1


def test_as_of_a_year_the_last_word_until_then_weighs_most() -> None:
    found = weights("As of 2021, what was said?")

    assert 1 < found[1] < found[2] == SPAN_LIFT
    assert 3 not in found


def test_without_a_date_there_is_no_weight() -> None:
    assert 4 not in weights("What was said lately?")


@pytest.mark.parametrize("question", ["What was said of rope?", "What was said in 1999?"])
def test_no_time_and_a_time_of_which_nothing_is_change_nothing(question: str) -> None:
    assert weights(question) == {}
    assert temporal_weights(NO_TIME, DATES) == {}


def test_what_one_lane_has_far_down_is_not_lifted_over_what_both_agree_on() -> None:
    agreed, *_, far = fuse({"vector": list(range(1, 21)), "keyword": [1]})

    assert far.score * SPAN_LIFT < agreed.score
