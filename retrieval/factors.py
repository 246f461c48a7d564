"""All that multiplies a fused score: what kind of writing, whether named, of which time.

One more factor is one more mapping in ``factors_for``; chunks that it does not hold keep 1.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from retrieval.boosts import NAME_LIFT, factor_for, within_band
from retrieval.models import Chunk
from retrieval.naming import named_in
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
    named = named_in(question, chunk_ids)
    of_kind = _by_kind(question, [pk for pk in chunk_ids if pk not in named], scope)
    of_time = _by_time(asked, chunk_ids)
    return Boosts((of_kind, dict.fromkeys(named, NAME_LIFT), of_time), bool(of_time))


def _by_kind(question: str, chunk_ids: Collection[int], scope: Scope) -> Factors:
    """Not asked of what is called by its name: that is asked for, whatever kind it is."""
    kinds = Chunk.objects.filter(pk__in=chunk_ids).values_list("pk", "essay__doc_type")
    about_life = is_personal(question)
    return {
        pk: factor_for(DocType(kind), asked=scope.doc_type, is_personal=about_life)
        for pk, kind in kinds
    }


def _by_time(asked: AskedTime, chunk_ids: Collection[int]) -> Factors:
    """By the date of each chunk's words: its essay's, or that of an update which it holds."""
    if asked.intent is None:
        return {}
    dates: dict[int, date | None] = dict(
        Chunk.objects.filter(pk__in=chunk_ids).values_list("pk", "essay__published_on")
    )
    for record in RECORDS:
        dates.update(record.dates(chunk_ids))
    return temporal_weights(asked, dates)
