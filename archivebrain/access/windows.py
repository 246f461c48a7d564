"""When units come back: the arithmetic of a sliding window of two counters; pure.

What was spent in the window before counts by the share of it that is still in view.
"""

import math
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Window:
    """Two counters of ``seconds`` each, as they stand now.

    ``previous_left``: seconds until the earlier one is out of view; ``current_left``: seconds
    until the later one ends and becomes the earlier.
    """

    quota: int
    seconds: int
    previous: int
    previous_left: float
    current: int
    current_left: float

    @property
    def remaining(self) -> int:
        return max(0, self.quota - self._used())

    def after(self, units: int) -> Self:
        """The same with so many more spent."""
        return replace(self, current=self.current + units)

    def wait_for(self, units: int) -> int:
        """Whole seconds until that many units are free; a whole window where they never are."""
        if units > self.quota:
            return self.seconds
        room = self.quota - units
        if self._used() <= room:
            return 0
        if self.current <= room:
            soon = self._decay(self.previous, self.previous_left, room - self.current)
            if soon <= self.current_left:
                return _ceiling(soon)
        return _ceiling(self.current_left + self._decay(self.current, self.seconds, room))

    def _used(self) -> int:
        return math.floor(self.previous * self.previous_left / self.seconds) + self.current

    def _decay(self, count: int, left: float, room: int) -> float:
        """Seconds until a counter of ``count`` weighs at most ``room``, rounded down."""
        if not count:
            return 0.0
        return max(0.0, left - (room + 1) * self.seconds / count)


def _ceiling(seconds: float) -> int:
    """One more than a moment that falls on a whole second: the weight must be below it."""
    return math.floor(seconds) + 1
