"""Times the stages of a search or an answer; pure."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Stage:
    """``start``: seconds on this process's own clock, good only beside other stages'."""

    name: str
    start: float
    ms: float

    @property
    def end(self) -> float:
        return self.start + self.ms / 1000


def span_ms(stages: Sequence[Stage]) -> float:
    """From the first beginning to the last end; 0 of no stages."""
    if not stages:
        return 0.0
    first, last = min(one.start for one in stages), max(one.end for one in stages)
    return (last - first) * 1000


@dataclass(slots=True)
class Stopwatch:
    """Keeps what it timed, in the order in which it ended."""

    stages: list[Stage] = field(default_factory=list)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Time what is done within; a stage that fails is not kept."""
        start = time.perf_counter()
        yield
        self.stages.append(Stage(name, start, (time.perf_counter() - start) * 1000))
