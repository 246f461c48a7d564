"""What differs between two runs over the same split; reads only what the runs kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# What a verdict tells of a case, and whether it should: hits, but no word that is forbidden.
_SHOULD_BE: Mapping[str, bool] = {
    "search_hit": True,
    "ask_hit": True,
    "wrong_decline": False,
    "wrong_answer": False,
    "unsaid": False,
    "forbidden": False,
    "loose_quotes": False,
}


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run kept, as far as it can be compared."""

    cases_digest: str
    gates: Sequence[Mapping[str, Any]]
    latency_ms: Mapping[str, Mapping[str, float]]
    versions: Mapping[str, str]
    verdicts: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Earlier to later. ``gained`` and ``lost``: case and measure; none for the holdout.

    ``not_compared``: cases that only one of the runs has, or that were changed between.
    """

    are_same_cases: bool
    is_by_case: bool
    gates: Mapping[str, tuple[str, str]]
    latency_ms: Mapping[str, tuple[float, float]]
    versions: Mapping[str, tuple[str, str]]
    gained: Sequence[str] = field(default=())
    lost: Sequence[str] = field(default=())
    not_compared: Sequence[str] = field(default=())


def compare(earlier: Figures, later: Figures) -> Comparison:
    """Every gate's count, the latencies, what was live, and the cases that turned."""
    before = {one["id"]: one for one in earlier.verdicts}
    after = {one["id"]: one for one in later.verdicts}
    same = [
        name
        for name in sorted(before.keys() & after.keys())
        if before[name]["digest"] == after[name]["digest"]
    ]
    turned = [
        (f"{name} ({measure.replace('_', ' ')})", _is_well(after[name], measure))
        for name in same
        for measure in _SHOULD_BE
        if _is_well(before[name], measure) != _is_well(after[name], measure)
    ]
    return Comparison(
        is_by_case=bool(before and after),
        are_same_cases=earlier.cases_digest == later.cases_digest,
        gates=_paired(_counts(earlier), _counts(later), missing="not counted"),
        latency_ms=_paired(_slow_ends(earlier), _slow_ends(later), missing=0.0),
        versions={
            name: pair
            for name, pair in _paired(earlier.versions, later.versions, missing="").items()
            if pair[0] != pair[1]
        },
        gained=tuple(told for told, is_well in turned if is_well),
        lost=tuple(told for told, is_well in turned if not is_well),
        not_compared=tuple(sorted((before.keys() | after.keys()) - set(same))),
    )


def _is_well(verdict: Mapping[str, Any], measure: str) -> bool:
    """Nothing to tell (``None``) is well; a list is told by whether it holds anything."""
    return verdict[measure] is None or bool(verdict[measure]) is _SHOULD_BE[measure]


def _counts(figures: Figures) -> dict[str, str]:
    return {one["name"]: f"{one['count']} of {one['total']}" for one in figures.gates}


def _slow_ends(figures: Figures) -> dict[str, float]:
    return {
        f"{stage} {end}": ms
        for stage, ends in figures.latency_ms.items()
        for end, ms in ends.items()
    }


def _paired(
    earlier: Mapping[str, Any], later: Mapping[str, Any], *, missing: Any
) -> dict[str, tuple[Any, Any]]:
    names = dict.fromkeys([*earlier, *later])
    return {name: (earlier.get(name, missing), later.get(name, missing)) for name in names}
