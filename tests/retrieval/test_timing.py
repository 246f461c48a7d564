"""A stopwatch keeps what ended, and nothing of what failed."""

import pytest

from retrieval.timing import Stopwatch


def test_a_stage_within_another_lies_inside_it() -> None:
    watch = Stopwatch()

    with watch.timed("whole"), watch.timed("part"):
        pass

    part, whole = watch.stages
    assert (part.name, whole.name) == ("part", "whole")
    assert whole.start <= part.start <= part.end <= whole.end


def test_a_stage_that_fails_is_not_kept_and_its_fault_is_not_hidden() -> None:
    watch = Stopwatch()

    with pytest.raises(ZeroDivisionError), watch.timed("broken"):
        _ = 1 / 0

    assert watch.stages == []
