"""Bars of a plot, day by day, as a page draws them; pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

# A plot is as many units wide as it has days, and so many high; the page stretches both.
HEIGHT = 100.0
# So much of a day's width is left free beside its bar.
GAP = 0.2


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: a pale bar with a strong one in front of it, both from the bottom up."""

    day: date
    x: float
    pale: float
    strong: float
    told: str

    @property
    def pale_y(self) -> float:
        return HEIGHT - self.pale

    @property
    def strong_y(self) -> float:
        return HEIGHT - self.strong


@dataclass(frozen=True, slots=True)
class Plot:
    """``top``: what the upper edge stands for; ``days``: first, middle and last."""

    bars: tuple[Bar, ...]
    width: int
    top: float
    days: tuple[date, ...]
    bar_width: float = 1 - GAP

    @property
    def middle(self) -> float:
        return self.top / 2


def plotted(
    values: Mapping[date, tuple[float, float]], *, last: date, days: int, told: Mapping[date, str]
) -> Plot:
    """``values``: by day the strong and the pale bar's value; a day without any has no bar.

    ``told``: a sentence for each day that has a bar.
    """
    shown = [last - timedelta(days=back) for back in range(days - 1, -1, -1)]
    top = round_top([max(values[day]) for day in shown if day in values])
    bars = tuple(
        Bar(
            day=day,
            x=at + GAP / 2,
            strong=round(HEIGHT * values[day][0] / top, 2),
            pale=round(HEIGHT * values[day][1] / top, 2),
            told=told[day],
        )
        for at, day in enumerate(shown)
        if day in values
    )
    return Plot(bars, days, top, (shown[0], shown[len(shown) // 2], shown[-1]))


def round_top(values: Sequence[float]) -> float:
    """The next of 1, 2, 5, 10, 20, … that no value exceeds."""
    highest = max(values, default=0)
    if highest <= 1:
        return 1.0
    power: float = 10 ** math.floor(math.log10(highest))
    return next(step * power for step in (1, 2, 5, 10) if highest <= step * power)
