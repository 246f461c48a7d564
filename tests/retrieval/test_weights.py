"""How much a time in a question weighs, on scores that fusion really makes."""

import json
from datetime import date
from pathlib import Path

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


@pytest.mark.data
def test_the_shared_cases_weigh_what_they_favour(test_data: Path) -> None:
    case = test_data / "bugcases/RR-05"
    given = json.loads((case / "questions.json").read_text())
    dates = {ord(one["id"]): date.fromisoformat(one["published"]) for one in given["corpus"]}
    for one in json.loads((case / "expected.json").read_text())["expect"]["answers"]:
        asked = asked_time(given["questions"][one["i"]], today=date.fromisoformat(given["now"]))

        weighed = temporal_weights(asked, dates)

        assert all(weighed.get(ord(name), 1) > 1 for name in one.get("favours", ()))
        assert all(weighed.get(ord(name), 1) <= 1 for name in one.get("not_favoured", ()))


@pytest.mark.data
def test_the_shared_pool_keeps_its_order_but_among_the_nearly_equal(test_data: Path) -> None:
    case = test_data / "bugcases/RR-03"
    pool = json.loads((case / "pool.json").read_text())
    wanted = json.loads((case / "expected.json").read_text())["expect"]
    for question in pool["questions"]:
        asked = asked_time(question, today=date.fromisoformat(pool["now"]))
        dates = {
            at: date.fromisoformat(one["published"]) for at, one in enumerate(pool["passages"])
        }
        weighed = temporal_weights(asked, dates)
        score = {
            at: sum(1 / (pool["k"] + rank) for rank in one["ranks"].values()) * weighed.get(at, 1)
            for at, one in enumerate(pool["passages"])
        }
        order = [pool["passages"][at]["id"] for at in sorted(score, key=lambda at: -score[at])]

        assert order == wanted[question].get("order", order)
        assert order[0] == wanted[question].get("first", order[0])
        assert order[0] in wanted[question].get("first_any_of", order)
        assert order[-1] == wanted[question].get("last", order[-1])
