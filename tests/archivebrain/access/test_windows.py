"""When units come back: waiting as long as was said is enough, and less is not."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from archivebrain.access.windows import Window

windows = st.builds(
    lambda quota, seconds, previous, current, left: Window(
        quota, seconds, previous, left * seconds if previous else 0.0, current, left * seconds
    ),
    quota=st.integers(1, 300),
    seconds=st.sampled_from([60, 3600, 86_400]),
    previous=st.integers(0, 300),
    current=st.integers(0, 300),
    left=st.floats(0.001, 1.0),
)


def after(window: Window, seconds: float) -> Window:
    """The same counters later, when nobody has spent anything."""
    left = window.current_left - seconds
    if left > 0:
        return replace(
            window, previous_left=max(0.0, window.previous_left - seconds), current_left=left
        )
    gone = max(0.0, window.seconds + left)
    return replace(
        window, previous=window.current, previous_left=gone, current=0, current_left=gone
    )


@given(windows, st.integers(1, 20))
def test_waiting_as_long_as_was_said_is_enough(window: Window, units: int) -> None:
    assume(units <= window.quota)

    assert after(window, window.wait_for(units)).remaining >= units


@given(windows, st.integers(1, 20))
def test_nobody_is_told_to_wait_two_seconds_too_long(window: Window, units: int) -> None:
    assume(units <= window.quota and window.wait_for(units) > 2)

    assert after(window, window.wait_for(units) - 2).remaining < units


@given(windows)
def test_what_is_left_can_be_had_at_once(window: Window) -> None:
    assume(window.remaining)

    assert window.wait_for(window.remaining) == 0


@pytest.mark.parametrize(("previous_left", "remaining"), [(60.0, 0), (30.0, 30), (0.0, 60)])
def test_what_was_spent_before_counts_by_the_share_still_in_view(
    previous_left: float, remaining: int
) -> None:
    assert Window(60, 60, 60, previous_left, 0, previous_left).remaining == remaining


def test_a_wish_above_the_quota_is_told_a_whole_window() -> None:
    assert Window(5, 60, 0, 0.0, 0, 60.0).wait_for(10) == 60
