"""A model that keeps failing is not asked for a while, and then by one question alone."""

import pytest

from archivebrain.answering.circuits import FAILURES, REST_SECONDS, WITHIN_SECONDS, Circuit, Resting


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def circuit(clock: Clock) -> Circuit:
    return Circuit(clock)


def is_asked(circuit: Circuit) -> bool:
    try:
        circuit.check("a model")
    except Resting:
        return False
    return True


def fail(circuit: Circuit, times: int = FAILURES) -> None:
    for _ in range(times):
        circuit.failed()


def test_it_opens_with_the_last_failure_of_a_row_and_closes_after_its_rest(
    circuit: Circuit, clock: Clock
) -> None:
    fail(circuit, FAILURES - 1)
    assert is_asked(circuit)
    fail(circuit, 1)
    assert not is_asked(circuit)

    clock.now += REST_SECONDS

    assert is_asked(circuit)


def test_after_its_rest_one_question_tries_and_the_others_wait_for_that(
    circuit: Circuit, clock: Clock
) -> None:
    fail(circuit)
    clock.now += REST_SECONDS
    assert [is_asked(circuit) for _ in range(3)] == [True, False, False]

    circuit.worked()

    assert [is_asked(circuit) for _ in range(3)] == [True, True, True]


def test_a_trial_that_fails_opens_it_again(circuit: Circuit, clock: Clock) -> None:
    fail(circuit)
    clock.now += REST_SECONDS
    assert is_asked(circuit)
    fail(circuit, 1)
    clock.now += REST_SECONDS - 1

    assert not is_asked(circuit)


def test_failures_far_apart_and_failures_between_successes_open_nothing(
    circuit: Circuit, clock: Clock
) -> None:
    for _ in range(3 * FAILURES):
        clock.now += WITHIN_SECONDS / (FAILURES - 2)
        fail(circuit, 1)
        assert is_asked(circuit)
    for _ in range(FAILURES):
        fail(circuit, FAILURES - 1)
        circuit.worked()

    assert is_asked(circuit)


def test_what_is_not_the_models_fault_counts_for_nothing(circuit: Circuit) -> None:
    for _ in range(2 * FAILURES):
        with pytest.raises(ValueError, match="ours"), circuit.watched(lambda: False):
            raise ValueError("ours")
    assert is_asked(circuit)
    for _ in range(FAILURES):
        with pytest.raises(ValueError, match="ours"), circuit.watched(lambda: True):
            raise ValueError("ours")

    assert not is_asked(circuit)
