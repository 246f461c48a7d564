"""All that multiplies a fused score: what kind of writing, whether named, of which time.

One more factor is one more mapping in ``factors_for``; chunks that it does not hold keep 1.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from retrieval.boosts import NAME_LIFT, factor_for, within_band
from retrieval.facts import Fact, facts_of
from retrieval.personal import is_personal
from retrieval.records import RECORDS
from retrieval.temporal import AskedTime
from retrieval.types import DocType, Scope
from retrieval.weights import temporal_weights

Factors = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Boosts:
    """``is_of_its_time``: whether anything found is of the time that the question asks for."""

    all_of_them: tuple[Factors, ...]
    is_of_its_time: bool

    def of(self, chunk_id: int) -> float:
        return within_band(factors.get(chunk_id, 1.0) for factors in self.all_of_them)


def factors_for(
    question: str, chunk_ids: Collection[int], *, scope: Scope, asked: AskedTime
) -> Boosts:
    facts = facts_of(question, chunk_ids)
    named = {fact.chunk_id: NAME_LIFT for fact in facts if fact.is_named}
    of_time = _by_time(facts, asked)
    return Boosts((_by_kind(facts, question, scope), named, of_time), bool(of_time))


def _by_kind(facts: Sequence[Fact], question: str, scope: Scope) -> Factors:
    """Not asked of what is called by its name: that is asked for, whatever kind it is."""
    about_life = is_personal(question)
    return {
        fact.chunk_id: factor_for(
            DocType(fact.doc_type), asked=scope.doc_type, is_personal=about_life
        )
        for fact in facts
        if not fact.is_named
    }


def _by_time(facts: Sequence[Fact], asked: AskedTime) -> Factors:
    """By the date of each chunk's words: its essay's, or that of an update which it holds."""
    if asked.intent is None:
        return {}
    dates = {fact.chunk_id: fact.published for fact in facts}
    for record in RECORDS:
        dates |= record.dates(list(dates))
    return temporal_weights(asked, dates)
