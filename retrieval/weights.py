"""Weighs passages by the time that a question asks about: small factors, nothing removed; pure."""

from collections.abc import Mapping
from datetime import date

from retrieval.temporal import AskedTime
from retrieval.types import Span

# Enough among passages of like relevance, and too little to bring up one that is beside the
# point: by ranks alone a lift passes about ten of one lane, a leaning six. Times the highest
# factor by kind, both stay inside BOOST_BAND, and a test holds them there.
SPAN_LIFT = 1.15
LEANING_LIFT = 1.1


def temporal_weights(asked: AskedTime, dates: Mapping[int, date | None]) -> dict[int, float]:
    """Factors from 1 upwards for what is of the asked time; empty where nothing is.

    ``dates``: of the chunks found, by id. A chunk without a date has no weight.
    """
    span = asked.span or Span()
    dated = {pk: day for pk, day in dates.items() if day and span.holds(day)}
    if asked.intent is None or not dated:
        return {}
    lift = SPAN_LIFT if asked.span else LEANING_LIFT
    if not asked.leaning:
        return dict.fromkeys(dated, lift)
    days = sorted(set(dated.values()), reverse=asked.leaning < 0)
    place = {day: (at + 1) / len(days) for at, day in enumerate(days)}
    return {pk: 1 + (lift - 1) * place[day] for pk, day in dated.items()}
