"""How long is waited, what is tried again, and what of a provider's words reaches a log."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.retrying import (
    Deadline,
    PassingFailure,
    Patience,
    cause_of,
    codes,
    pause_before_retry,
    persist,
    seconds_in,
)

QUICK = Patience(retries=2, first_pause_seconds=0.0, retry_window_seconds=5.0)


def failing(*faults: Exception) -> tuple[Callable[[], str], list[Exception]]:
    """An attempt that fails in these ways, one after the other, and then succeeds."""
    left = list(faults)

    def attempt() -> str:
        if left:
            raise left.pop(0)
        return "done"

    return attempt, left


def test_what_passes_in_time_is_as_if_it_had_never_failed() -> None:
    attempt, _ = failing(PassingFailure("busy"), PassingFailure("busy"))

    assert persist(attempt, QUICK) == "done"


def test_after_the_last_retry_the_failure_is_passed_on() -> None:
    attempt, left = failing(*[PassingFailure("busy")] * 4)

    with pytest.raises(PassingFailure):
        persist(attempt, QUICK)

    assert len(left) == 1


def test_what_will_not_pass_is_not_tried_again() -> None:
    attempt, left = failing(ProviderFailed("no key"), PassingFailure("never reached"))

    with pytest.raises(ProviderFailed, match="no key"):
        persist(attempt, QUICK)

    assert len(left) == 1


def test_a_pause_beyond_the_window_is_not_begun() -> None:
    attempt, left = failing(PassingFailure("busy", retry_after=6.0), PassingFailure("never"))

    with pytest.raises(PassingFailure, match="busy"):
        persist(attempt, QUICK)

    assert len(left) == 1


@given(st.integers(0, 5), st.floats(0.01, 2.0), st.none() | st.floats(0.0, 100.0))
def test_a_pause_is_what_was_asked_for_and_at_least_doubles(
    tries: int, first: float, asked: float | None
) -> None:
    patience = Patience(first_pause_seconds=first)

    pause = pause_before_retry(
        PassingFailure("busy", retry_after=asked), tries=tries, patience=patience
    )

    assert pause >= (asked or 0.0)
    assert pause >= first * 2**tries
    assert pause <= max(asked or 0.0, first * 2**tries * 1.5)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        ("1.5", 1.5),
        (" 20 ", 20.0),
        (None, None),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("inf", None),
        ("nan", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
    ],
)
def test_only_a_number_of_seconds_is_a_time_to_wait(
    header: str | None, seconds: float | None
) -> None:
    assert seconds_in(header) == seconds


@pytest.mark.parametrize(
    "said", ["sk-ant-api03-abc", "pk-1234567", "Bearer eyJhbGciOi.x.y", "our own key", "x" * 41]
)
def test_no_key_and_no_free_text_reaches_a_log(said: str) -> None:
    assert codes("rate_limit_error", said, 402, None) == "rate_limit_error, 402"


def test_a_deadline_that_has_passed_fails_by_the_providers_name() -> None:
    Deadline.after(60).check("openai")

    with pytest.raises(ProviderFailed, match=r"^openai: no complete answer within the time"):
        Deadline.after(-1).check("openai")


def test_the_fault_beneath_is_named_and_else_the_fault_itself() -> None:
    beneath, above = ConnectionRefusedError(), RuntimeError()
    assert cause_of(above) == "RuntimeError"

    above.__cause__ = beneath

    assert cause_of(above) == "ConnectionRefusedError"
