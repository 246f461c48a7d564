"""Says a run of golden questions in a reader's words: what was looked at, found and wanted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from archivebrain.evaluation.gates import FEW, GATES, Bound, Gate
from archivebrain.evaluation.runner import SEALED
from archivebrain.models import EvaluationRun
from archivebrain.models.evaluation import HOLDOUT

REACHED, MISSED, NOT_MEASURED = "reached", "missed", "not measured"
QUESTIONS = {
    "search hits": "A search finds an essay that answers the question",
    "ask hits": "The answer rests on an essay that answers the question",
    "wrong declines": "A question that the writing answers was declined",
    "wrong answers": "A question that the writing does not answer was answered",
    "required words missing": "An answer lacked words that it needs",
    "forbidden words said": "An answer said what it must not",
    "quotes that do not stand": "A quotation does not stand in its essay",
    "answers made while a part was down": "A part of the site was out of order meanwhile",
    SEALED: "The questions kept apart are the ones that were set at first",
}
_GATES = {gate.name: gate for gate in GATES}


@dataclass(frozen=True, slots=True)
class Goal:
    """One gate, told: ``question`` is what was counted, ``state`` one of the three words."""

    question: str
    found: str
    wanted: str
    state: str


@dataclass(frozen=True, slots=True)
class Told:
    """One run, told."""

    run: EvaluationRun
    goals: tuple[Goal, ...]

    @property
    def is_kept_apart(self) -> bool:
        return self.run.split == HOLDOUT

    @property
    def summary(self) -> str:
        if not self.run.is_clear:
            return "not every goal was reached"
        is_whole = all(goal.state == REACHED for goal in self.goals)
        return "every goal was reached" if is_whole else "every goal that was measured was reached"


def told(run: EvaluationRun) -> Told:
    return Told(run, tuple(_goals(run.gates)))


def _goals(gates: Iterable[Mapping[str, Any]]) -> Iterable[Goal]:
    for one in gates:
        question = QUESTIONS.get(one["name"], one["name"])
        if one["name"] == SEALED:
            found = "unchanged" if one["is_clear"] else "changed since"
            yield Goal(question, found, "unchanged", REACHED if one["is_clear"] else MISSED)
        elif not one["total"]:
            # Nothing was counted, so nothing is proved, even where that is no fault.
            yield Goal(question, "no such question yet", _wanted(one), NOT_MEASURED)
        else:
            yield Goal(question, _found(one), _wanted(one), REACHED if one["is_clear"] else MISSED)


def _found(one: Mapping[str, Any]) -> str:
    few = ", too few to say much" if one["total"] < FEW else ""
    return f"{one['count']} of {one['total']}{few}"


def _wanted(one: Mapping[str, Any]) -> str:
    """The limit of today; empty for a gate that an old run knew and nobody knows now."""
    gate: Gate | None = _GATES.get(one["name"])
    if gate is None:
        return ""
    if not gate.limit:
        return "never"
    side = "at least" if gate.bound is Bound.AT_LEAST else "at most"
    return f"{side} {gate.limit:.0%}"
