"""The page of searches over HTTP tells ratios of what was measured by turns."""

from bench.web import WebFigures, told


def test_ratios_are_to_what_they_name() -> None:
    figures = WebFigures(
        backend="torch", chunks=1800, bare=10, inside=11, cold=15, again=6,
        searches_a_second=88.4, ndcg=0.5761, web_mb=600, worker_mb=150,
    )  # fmt: skip

    row = "| torch | 10.0 | **1.10** | **1.50** | **0.40** | 88 | 0.576 | 600 | 150 |"
    assert row in told([figures])
