"""How searches went over days: counts and percentiles, computed by the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import connection

from retrieval.tracing import SEARCHED

# How an answer ended that the writing did not cover.
DECLINED = "declined"

MEASURES = """
  count(*),
  percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY {ms}),
  count(*) FILTER (WHERE outcome <> %(searched)s),
  count(*) FILTER (WHERE outcome = %(declined)s),
  count(*) FILTER (WHERE degraded <> '{{}}')
"""
TRACES = "retrieval_retrievaltrace"
STAGES = f'{TRACES}, jsonb_to_recordset(stages) AS stage(name text, "at" float8, ms float8)'
USUALLY_FIRST = 'percentile_cont(0.5) WITHIN GROUP (ORDER BY "at"), 1'
OF_SURFACE = "(%(surface)s = '' OR surface = %(surface)s)"
GROUPED = """
SELECT {group}, {measures} FROM {rows}
WHERE made_at >= %(since)s AND {condition} GROUP BY 1 ORDER BY {order}
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a group of traces came to; ``p50`` and ``p95`` are milliseconds.

    ``asked``: those that were to be answered; the others were searches alone.
    """

    of: Any
    count: int
    p50: float
    p95: float
    asked: int
    declined: int
    degraded: int

    @property
    def declined_percent(self) -> float:
        """Of what was asked; 0 where nothing was."""
        return 100 * self.declined / self.asked if self.asked else 0.0

    @property
    def degraded_percent(self) -> float:
        return 100 * self.degraded / self.count


def by_day(since: datetime, *, surface: str = "", stage: str = "") -> dict[date, Summary]:
    """Each day that has traces, in TIME_ZONE: their whole time, or that of one stage.

    ``surface``: of this alone; of all where it is empty.
    """
    day = "(made_at AT TIME ZONE %(zone)s)::date"
    given = {"since": since, "surface": surface, "stage": stage}
    if stage:
        found = _grouped(day, STAGES, f"{OF_SURFACE} AND name = %(stage)s", given)
    else:
        found = _grouped(day, TRACES, OF_SURFACE, given)
    return {one.of: one for one in found}


def by_stage(since: datetime, *, surface: str = "") -> Sequence[Summary]:
    """In the order in which the stages mostly begin."""
    given = {"since": since, "surface": surface}
    return _grouped("name", STAGES, OF_SURFACE, given, order=USUALLY_FIRST)


def by_surface(since: datetime) -> Sequence[Summary]:
    return _grouped("surface", TRACES, "true", {"since": since})


def _grouped(
    group: str,
    rows: str,
    condition: str,
    given: Mapping[str, Any],
    order: str = "1",
) -> list[Summary]:
    measures = MEASURES.format(ms="total_ms" if rows == TRACES else "ms")
    sql = GROUPED.format(
        group=group, measures=measures, rows=rows, condition=condition, order=order
    )
    fixed = {"zone": settings.TIME_ZONE, "searched": SEARCHED, "declined": DECLINED}
    with connection.cursor() as cursor:
        cursor.execute(sql, {**fixed, **given})
        return [
            Summary(of, count, *percentiles, *rest)
            for of, count, percentiles, *rest in cursor.fetchall()
        ]
