"""How long each stage took: the middle and the slow end."""

import math
from collections.abc import Iterable, Mapping, Sequence


def percentiles(runs: Iterable[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """p50 and p95 of every stage in milliseconds, over the runs that had that stage."""
    stages: dict[str, list[float]] = {}
    for run in runs:
        for stage, ms in run.items():
            stages.setdefault(stage, []).append(ms)
    return {
        stage: {"p50": round(nearest(times, 50), 1), "p95": round(nearest(times, 95), 1)}
        for stage, times in stages.items()
    }


def nearest(times: Sequence[float], percent: int) -> float:
    """The nearest rank: always a time that was really seen."""
    ordered = sorted(times)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
