"""The page of searches over HTTP tells ratios of what was measured by turns."""

from bench.web import WebFigures, told


def test_ratios_are_to_what_they_name_and_a_figure_that_is_not_there_is_left_out() -> None:
    figures = WebFigures(
        backend="torch", chunks=1800, bare=10, inside=None, cold=15, again=6,
        searches_a_second=88.4, web_mb=600, worker_mb=150,
    )  # fmt: skip

    assert "| torch | 10.0 |  | **1.50** | **0.40** | 88 | 600 | 150 |" in told([figures])
