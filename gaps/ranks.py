"""Writes a month's ranks over those it had."""

from collections.abc import Mapping

from gaps.models import Gap, GapGroup, MonthlyRank
from gaps.types import Month, Ranking


def store_ranks(month: Month, rankings: Mapping[int, Ranking]) -> None:
    """One row for each group; a group that is gone meanwhile gets none."""
    there = set(GapGroup.objects.filter(pk__in=rankings).values_list("pk", flat=True))
    MonthlyRank.objects.bulk_create(
        [
            _row(month, group_id, ranking)
            for group_id, ranking in rankings.items()
            if group_id in there
        ],
        update_conflicts=True,
        unique_fields=["group", "month"],
        update_fields=[
            "asked_count", "day_count", "surface_count", "closeness", "is_by_words",
            "nearest", "left_out", "score",
        ],
    )  # fmt: skip


def drop_empty_ranks(month: Month) -> None:
    """Take out groups of which no question of the month is left, as when a reader had it erased."""
    asked = Gap.objects.for_month(month).exclude(group=None).values("group")
    MonthlyRank.objects.in_month(month).exclude(group__in=asked).delete()


def _row(month: Month, group_id: int, ranking: Ranking) -> MonthlyRank:
    return MonthlyRank(
        group_id=group_id,
        month=month.first_day,
        asked_count=ranking.asked,
        day_count=ranking.days,
        surface_count=ranking.surfaces,
        closeness=ranking.closeness.value,
        is_by_words=ranking.closeness.is_by_words,
        nearest_id=ranking.closeness.essay_id,
        left_out=ranking.left_out.value if ranking.left_out else "",
        score=ranking.score,
    )
