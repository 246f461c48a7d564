"""All that multiplies a fused score: what kind of writing, whether named, of which time.

One more factor is one more mapping in ``factors_for``; chunks that it does not hold keep 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.boosts import NAME_LIFT, factor_for, within_band
from retrieval.facts import Fact
from retrieval.personal import is_personal
from retrieval.records import RECORDS
from retrieval.temporal import AskedTime
from retrieval.types import DocType, Scope
from retrieval.weights import temporal_weights

Factors = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Boosts:
    """``of``: the factor of each chunk, kept in the band; 1 for what it does not hold.

    ``is_of_its_time``: whether anything found is of the time that the question asks for.
    """

    of: Factors
    is_of_its_time: bool


def factors_for(question: str, facts: Sequence[Fact], *, scope: Scope, asked: AskedTime) -> Boosts:
    named = {fact.chunk_id: NAME_LIFT for fact in facts if fact.is_named}
    of_time = _by_time(facts, asked)
    of_kind = _by_kind(facts, question, scope)
    return Boosts(_multiplied(of_kind, named, of_time), bool(of_time))


def _multiplied(*all_of_them: Factors) -> Factors:
    products: dict[int, float] = {}
    for factors in all_of_them:
        for chunk_id, factor in factors.items():
            products[chunk_id] = products.get(chunk_id, 1.0) * factor
    return {chunk_id: within_band(product) for chunk_id, product in products.items()}


def _by_kind(facts: Sequence[Fact], question: str, scope: Scope) -> Factors:
    """Not asked of what is called by its name: that is asked for, whatever kind it is."""
    about_life = is_personal(question)
    factors = {
        kind: factor_for(DocType(kind), asked=scope.doc_type, is_personal=about_life)
        for kind in {fact.doc_type for fact in facts}
    }
    return {fact.chunk_id: factors[fact.doc_type] for fact in facts if not fact.is_named}


def _by_time(facts: Sequence[Fact], asked: AskedTime) -> Factors:
    """By the date of each chunk's words: its essay's, or that of an update which it holds."""
    if asked.intent is None:
        return {}
    dates = {fact.chunk_id: fact.published for fact in facts}
    for record in RECORDS:
        dates |= record.dates(list(dates))
    return temporal_weights(asked, dates)
