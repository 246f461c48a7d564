"""Tells what a run came to: one JSON document for programs, lines for people."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from archivebrain.evaluation.comparing import Comparison, Figures
from archivebrain.models import EvaluationRun, HoldoutSeal
from archivebrain.models.evaluation import HOLDOUT

# From here on, whoever reads the holdout again should know what it costs.
MANY_READINGS = 5


@dataclass(frozen=True, slots=True)
class Readings:
    """How often this holdout was read, this time included, and how often it was changed."""

    count: int
    change_count: int


def readings_of(run: EvaluationRun) -> Readings | None:
    """None for a run over the tuning split."""
    if run.split != HOLDOUT:
        return None
    earlier = EvaluationRun.objects.readings().filter(pk__lte=run.pk)
    return Readings(earlier.count(), max(0, HoldoutSeal.objects.count() - 1))


def figures_of(run: EvaluationRun) -> Figures:
    return Figures(run.cases_digest, run.gates, run.latency_ms, run.versions, run.verdicts)


def as_json(run: EvaluationRun, comparison: Comparison | None = None) -> dict[str, Any]:
    """The document of ``evaluate --json``; ``verdicts`` stays empty for the holdout."""
    readings = readings_of(run)
    return {
        "run": run.pk,
        "split": run.split,
        "provider": run.provider,
        "clear": run.is_clear,
        "cases": run.case_count,
        "left_out": run.left_out_count,
        "gates": [_gate(one) for one in run.gates],
        "latency_ms": run.latency_ms,
        "versions": run.versions,
        "took_seconds": run.took_seconds,
        "readings": asdict(readings) if readings else None,
        "verdicts": run.verdicts,
        "comparison": asdict(comparison) if comparison else None,
    }


def _gate(one: Mapping[str, Any]) -> dict[str, Any]:
    names = ("name", "count", "total", "sentence")
    return {"clear": one["is_clear"], **{name: one[name] for name in names}}


def as_lines(run: EvaluationRun, comparison: Comparison | None = None) -> Iterator[str]:
    """Wrong cases first, then the gates, the times, the readings and the comparison."""
    yield f"Run {run.pk}: {run.case_count} cases of the split {run.split}, {run.provider}."
    if run.left_out_count:
        yield f"Left out: {run.left_out_count} cases that need the live lane, which is off."
    yield from (_wrong(one) for one in run.verdicts if not one["is_right"])
    for gate in run.gates:
        yield f"{'clear ' if gate['is_clear'] else 'FAILED'}  {gate['name']}: {gate['sentence']}"
    yield from _supported(run)
    yield from _times_read(run)
    yield "Milliseconds, p50 / p95: " + ", ".join(
        f"{stage} {ends['p50']:.0f} / {ends['p95']:.0f}" for stage, ends in run.latency_ms.items()
    )
    yield from _readings_told(readings_of(run))
    if comparison:
        yield from _compared(comparison)
    yield "Every gate is clear." if run.is_clear else "Not every gate is clear."


def _wrong(one: Mapping[str, Any]) -> str:
    is_uncited = one["ask_hit"] is False and not one["wrong_decline"]
    faults = [
        *(["not found"] if one["search_hit"] is False else []),
        *(["declined"] if one["wrong_decline"] else []),
        *(["no right source cited"] if is_uncited else []),
        *(["answered, but should be declined"] if one["wrong_answer"] else []),
        *(f"does not say {words!r}" for words in one["unsaid"]),
        *(f"says {words!r}" for words in one["forbidden"]),
        *(f"quotes what does not stand in {quote['slug']}" for quote in one["loose_quotes"]),
    ]
    tempted = f" (tempted by {', '.join(one['tempted_by'])})" if one["tempted_by"] else ""
    return f"wrong   {one['id']}, {one['kind']}: {'; '.join(faults)}{tempted}"


def _supported(run: EvaluationRun) -> Iterator[str]:
    """A figure and no gate: another sentence may support an answer as well."""
    given = [one["supported"] for one in run.verdicts if one["supported"] is not None]
    if given:
        yield f"Answers that quote the supporting words themselves: {sum(given)} of {len(given)}."


def _times_read(run: EvaluationRun) -> Iterator[str]:
    """A figure and no gate, of the cases that name a time; older runs kept none."""
    given = [read for one in run.verdicts if (read := one.get("is_time_read")) is not None]
    if given:
        yield f"Times read as their authors read them: {sum(given)} of {len(given)}."


def _readings_told(readings: Readings | None) -> Iterator[str]:
    if readings is None:
        return
    yield f"Reading {readings.count} of the holdout."
    if readings.change_count:
        yield f"THE HOLDOUT HAS BEEN CHANGED {readings.change_count} times since its first import."
    if readings.count >= MANY_READINGS:
        yield "A test set that is read often stops being one: write new holdout cases."


def _compared(comparison: Comparison) -> Iterator[str]:
    if not comparison.are_same_cases:
        yield "The cases are not the same as in the earlier run."
    if comparison.is_by_case:
        yield f"Gained: {', '.join(comparison.gained) or 'no case'}."
        yield f"Lost: {', '.join(comparison.lost) or 'no case'}."
    if comparison.not_compared:
        yield f"Not compared, new or changed: {', '.join(comparison.not_compared)}."
    yield from _changes(comparison.gates, "{} → {}")
    yield from _changes(comparison.latency_ms, "{:.1f} → {:.1f} ms")
    yield from _changes(comparison.versions, "{} → {}")


def _changes(pairs: Mapping[str, tuple[Any, Any]], form: str) -> Iterator[str]:
    return (f"  {name}: {form.format(*pair)}" for name, pair in pairs.items())
