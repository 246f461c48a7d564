"""Every gate can say no, and none is clear without having measured anything."""

from dataclasses import replace

import pytest

from archivebrain.evaluation.cases import Quote, Verdict
from archivebrain.evaluation.gates import GATES, Bound, check

RIGHT = Verdict("a", "exact", search_hit=True, ask_hit=True, wrong_decline=False, citation_count=2)
DECLINED = Verdict("d", "decline", wrong_answer=False)
WELL = [*[RIGHT] * 20, *[DECLINED] * 10]

SABOTAGES = {
    "search hits": replace(RIGHT, search_hit=False),
    "ask hits": replace(RIGHT, ask_hit=False),
    "wrong declines": replace(RIGHT, wrong_decline=True),
    "wrong answers": replace(DECLINED, wrong_answer=True),
    "required words missing": replace(RIGHT, asks_for_words=True, unsaid=("x",)),
    "forbidden words said": replace(RIGHT, forbidden=("x",)),
    "quotes that do not stand": replace(RIGHT, loose_quotes=(Quote("a", "x"),)),
    "answers made while a part was down": replace(RIGHT, degraded=("provider",)),
}


def failed(verdicts: list[Verdict]) -> set[str]:
    return {finding.name for finding in check(verdicts) if not finding.is_clear}


def test_a_good_run_clears_every_gate() -> None:
    assert failed(WELL) == set()


def test_every_gate_has_a_sabotage_of_its_own() -> None:
    assert set(SABOTAGES) == {gate.name for gate in GATES}


@pytest.mark.parametrize("name", SABOTAGES)
def test_each_sabotage_turns_its_gate_and_no_other(name: str) -> None:
    assert failed([*WELL, *[SABOTAGES[name]] * 10]) == {name}


@pytest.mark.parametrize(
    "name",
    ["forbidden words said", "quotes that do not stand", "answers made while a part was down"],
)
def test_one_of_a_hundred_is_too_many_where_none_is_allowed(name: str) -> None:
    assert failed([*WELL * 4, SABOTAGES[name]]) == {name}


def test_an_empty_run_clears_only_what_a_golden_set_may_lack() -> None:
    optional = {gate.name for gate in GATES if gate.is_optional}

    assert failed([]) == {gate.name for gate in GATES} - optional
    assert optional == {"required words missing"}


def test_a_set_without_a_case_to_decline_proves_nothing_about_declining() -> None:
    (finding,) = [one for one in check([RIGHT] * 20) if not one.is_clear]

    assert finding.name == "wrong answers"
    assert finding.sentence == (
        "there is no case that expects a decline: nothing was measured."
    )  # fmt: skip


def test_declining_everything_clears_no_gate_that_lives_on_answers() -> None:
    silent = Verdict("a", "exact", search_hit=True, ask_hit=False, wrong_decline=True)

    assert failed([*[silent] * 20, DECLINED]) == {
        "ask hits",
        "wrong declines",
        "quotes that do not stand",
    }


def test_in_a_small_set_one_fault_is_enough() -> None:
    assert "wrong declines" in failed([*[RIGHT] * 3, SABOTAGES["wrong declines"], DECLINED])


def test_a_gate_that_counted_few_says_so() -> None:
    finding = next(one for one in check(WELL[-13:]) if one.name == "search hits")

    assert finding.sentence == "3 of 3 (100%); at least 85%. Only 3 counted: this says little."


def test_no_limit_lets_everything_pass() -> None:
    vacuous = {Bound.AT_LEAST: 0.0, Bound.AT_MOST: 1.0}

    assert [gate.name for gate in GATES if gate.limit == vacuous[gate.bound]] == []
