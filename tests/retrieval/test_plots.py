"""Bars stand on their days, and none leaves the plot."""

from datetime import date

import pytest

from retrieval.plots import HEIGHT, plotted, round_top

LAST = date(2026, 11, 30)


def test_a_day_stands_in_its_place_and_one_without_values_has_no_bar() -> None:
    days = {date(2026, 11, 24): (50.0, 100.0), LAST: (10.0, 20.0)}

    plot = plotted(days, last=LAST, days=7, told=dict.fromkeys(days, "told"))

    assert [(bar.day.day, int(bar.x), bar.strong, bar.pale) for bar in plot.bars] == [
        (24, 0, 50.0, 100.0),
        (30, 6, 10.0, 20.0),
    ]
    assert plot.bars[1].pale_y == HEIGHT - 20.0
    assert (plot.top, plot.middle) == (100.0, 50.0)
    assert [day.day for day in plot.days] == [24, 27, 30]


@pytest.mark.parametrize(
    ("values", "top"),
    [([], 1), ([0], 1), ([0.2], 1), ([1.5], 2), ([4.9, 3], 5), ([5.1], 10), ([700], 1000)],
)
def test_the_top_is_the_next_round_number_that_nothing_exceeds(
    values: list[float], top: float
) -> None:
    assert round_top(values) == top
