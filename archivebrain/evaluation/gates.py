"""The gates: what a run must reach before a change may ship; a gate may say no.

A share is taken of what was really measured. Where nothing was, the gate is not clear:
an empty split, or one in which no case expects a decline, proves nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from archivebrain.evaluation.cases import Verdict

# Below this many cases a share says little, and a run says so.
FEW = 10


class Bound(StrEnum):
    """On which side of its limit a share must lie."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total``."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """None where there was nothing to count."""
        return self.count / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Gate:
    """One thing that is counted, and its limit. ``needs``: which cases it lives on.

    ``is_optional``: a golden set may have no such case and still be whole.
    """

    name: str
    bound: Bound
    limit: float
    needs: str
    count: Callable[[Sequence[Verdict]], Share]
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate says of a run, with the reason in a sentence."""

    name: str
    is_clear: bool
    count: int
    total: int
    sentence: str


def _share(verdicts: Sequence[Verdict], name: str) -> Share:
    """How often a verdict of yes or no was yes."""
    given = [value for one in verdicts if (value := getattr(one, name)) is not None]
    return Share(sum(given), len(given))


def search_hits(verdicts: Sequence[Verdict]) -> Share:
    return _share(verdicts, "search_hit")


def ask_hits(verdicts: Sequence[Verdict]) -> Share:
    return _share(verdicts, "ask_hit")


def wrong_declines(verdicts: Sequence[Verdict]) -> Share:
    return _share(verdicts, "wrong_decline")


def wrong_answers(verdicts: Sequence[Verdict]) -> Share:
    return _share(verdicts, "wrong_answer")


def required_words_missing(verdicts: Sequence[Verdict]) -> Share:
    asking = [one for one in verdicts if one.asks_for_words]
    return Share(sum(bool(one.unsaid) for one in asking), len(asking))


def forbidden_words(verdicts: Sequence[Verdict]) -> Share:
    return Share(sum(bool(one.forbidden) for one in verdicts), len(verdicts))


def loose_quotes(verdicts: Sequence[Verdict]) -> Share:
    return Share(
        sum(len(one.loose_quotes) for one in verdicts),
        sum(one.citation_count for one in verdicts),
    )


def made_while_down(verdicts: Sequence[Verdict]) -> Share:
    return Share(sum(bool(one.degraded) for one in verdicts), len(verdicts))


ANSWERABLE, DECLINABLE = "case that expects an answer", "case that expects a decline"
GATES = (
    Gate("search hits", Bound.AT_LEAST, 0.85, ANSWERABLE, search_hits),
    Gate("ask hits", Bound.AT_LEAST, 0.75, ANSWERABLE, ask_hits),
    Gate("wrong declines", Bound.AT_MOST, 0.10, ANSWERABLE, wrong_declines),
    Gate("wrong answers", Bound.AT_MOST, 0.10, DECLINABLE, wrong_answers),
    Gate(
        "required words missing",
        Bound.AT_MOST,
        0.20,
        "case with must_say",
        required_words_missing,
        is_optional=True,
    ),
    Gate("forbidden words said", Bound.AT_MOST, 0.0, "case", forbidden_words),
    Gate("quotes that do not stand", Bound.AT_MOST, 0.0, "citation", loose_quotes),
    # With a part down, the run measured something else than what readers get.
    Gate("answers made while a part was down", Bound.AT_MOST, 0.0, "case", made_while_down),
)


def check(verdicts: Sequence[Verdict], gates: Sequence[Gate] = GATES) -> tuple[Finding, ...]:
    """Every gate's finding, in order."""
    return tuple(_finding(gate, gate.count(verdicts)) for gate in gates)


def _finding(gate: Gate, share: Share) -> Finding:
    value = share.value
    if value is None:
        sentence = f"there is no {gate.needs}: nothing was measured."
        return Finding(gate.name, gate.is_optional, 0, 0, sentence)
    at_least = gate.bound is Bound.AT_LEAST
    is_clear = value >= gate.limit if at_least else value <= gate.limit
    few = f" Only {share.total} counted: this says little." if share.total < FEW else ""
    sentence = f"{share.count} of {share.total} ({value:.0%}); {gate.bound} {gate.limit:.0%}.{few}"
    return Finding(gate.name, is_clear, share.count, share.total, sentence)
