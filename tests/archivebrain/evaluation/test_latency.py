"""p50 and p95 are times that were seen."""

from archivebrain.evaluation.latency import percentiles


def test_each_stage_has_its_middle_and_its_slow_end() -> None:
    runs = [{"ask": float(ms)} for ms in range(1, 101)]

    assert percentiles(runs) == {"ask": {"p50": 50.0, "p95": 95.0}}


def test_a_single_run_is_both_its_middle_and_its_slow_end() -> None:
    assert percentiles([{"embed": 4.25}]) == {"embed": {"p50": 4.2, "p95": 4.2}}


def test_a_stage_that_some_runs_had_not_is_counted_over_the_others() -> None:
    assert percentiles([{"embed": 4.0, "fuse": 1.0}, {"fuse": 3.0}]) == {
        "embed": {"p50": 4.0, "p95": 4.0},
        "fuse": {"p50": 1.0, "p95": 3.0},
    }


def test_nothing_was_measured_in_no_run() -> None:
    assert percentiles([]) == {}
