"""Prints what readers asked in vain in a month, ranked; groups new questions first."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from gaps.counting import counted
from gaps.models import MonthlyRank
from gaps.triage import TriageReport, triage
from gaps.types import Month, Ranking, Standing

# What the terminal shows of a group; the desk shows the rest.
SHOWN_QUESTIONS = 3


class Command(BaseCommand):
    """``triage_gaps``: the month's ranking on standard output; never undoes a decision."""

    help = "Rank the questions that the writing did not answer. Run it whenever you like."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", metavar="YYYY-MM", help="another month than this one")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        report = triage(_month(options["month"]))
        ranks = list(MonthlyRank.objects.in_month(report.month).with_words().best_first())
        as_text = _as_json(report, ranks) if options["json"] else _as_lines(report, ranks)
        self.stdout.write(as_text)


def _month(given: str | None) -> Month:
    if not given:
        return Month.of(timezone.localdate())
    try:
        return Month.parse(given)
    except ValueError:
        raise CommandError(f"--month {given!r} is no month. Write it as 2026-03.") from None


def _is_ranked(row: MonthlyRank) -> bool:
    return not row.left_out and row.group.standing is Standing.OPEN


def _as_json(report: TriageReport, ranks: list[MonthlyRank]) -> str:
    document = {
        "month": str(report.month),
        "asked": report.asked_count,
        "grouped": report.grouped_count,
        "new_groups": report.new_group_count,
        "ranking": [
            {"rank": place, **_group_as_json(row)}
            for place, row in enumerate(filter(_is_ranked, ranks), start=1)
        ],
        "others": [_group_as_json(row) for row in ranks if not _is_ranked(row)],
        "degraded": list(report.degraded),
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def _group_as_json(row: Any) -> dict[str, Any]:
    ranking = row.ranking
    return {
        "group": row.group_id,
        "questions": row.questions,
        "score": round(row.score, 3),
        "parts": {
            "demand": round(ranking.demand, 3),
            "spread": round(ranking.spread, 3),
            "on_topic": round(ranking.closeness.on_topic, 3),
        },
        "asked": row.asked_count,
        "asked_in_all": row.asked_in_all,
        "days": row.day_count,
        "surfaces": row.surface_count,
        "closeness": round(row.closeness, 3),
        "nearest": row.nearest.slug if row.nearest else None,
        "standing": row.group.standing.value,
        "idea": row.group.idea.title if row.group.idea else None,
        "left_out": row.left_out or None,
    }


def _as_lines(report: TriageReport, ranks: list[MonthlyRank]) -> str:
    ranked = list(filter(_is_ranked, ranks))
    lines = [
        f"{report.month}: {counted(report.asked_count, 'question')} asked in vain, "
        f"in {counted(len(ranks), 'group')}; "
        f"{len(ranked)} ranked, {len(ranks) - len(ranked)} decided or left out."
    ]
    for place, row in enumerate(ranked, start=1):
        lines += ["", *_group_as_lines(place, row)]
    if report.degraded:
        lines += ["", "Without the embedding model: grouped and ranked by words alone."]
    return "\n".join(lines)


def _group_as_lines(place: int, row: Any) -> list[str]:
    ranking: Ranking = row.ranking
    first, *more = row.questions[:SHOWN_QUESTIONS]
    return [
        f"{place:>3}. {first}",
        *(f"     {question}" for question in more),
        f"     score {row.score:.2f} = {ranking.demand:.2f} (asked {row.asked_count}) "
        f"× {ranking.spread:.2f} (days {row.day_count}, surfaces {row.surface_count}) "
        f"× {ranking.closeness.on_topic:.2f} (near {row.nearest or 'nothing'})",
    ]
