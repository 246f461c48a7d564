"""What the author does with groups of questions: promote, dismiss, reopen, merge."""

from collections.abc import Sequence
from datetime import datetime

from gaps.models import EssayIdea, Gap, GapGroup, MonthlyRank
from gaps.querysets import GapGroupQuerySet
from gaps.ranking import rank
from gaps.ranks import store_ranks
from gaps.turns import changing_groups
from gaps.types import Month


class NotDecided(ValueError):
    """What was asked for contradicts an earlier decision; the message says how to go on."""


def promote(group_ids: Sequence[int], idea: EssayIdea) -> int:
    """Put open groups under an idea, stored now if it is new; how many questions they hold.

    Raises ``NotDecided`` where one of them was decided, and stores nothing then.
    """
    with changing_groups():
        groups = GapGroup.objects.filter(pk__in=group_ids)
        decided = groups.decided().count()
        if decided:
            raise NotDecided(
                f"{decided} of these groups {'is' if decided == 1 else 'are'} promoted or "
                f"dismissed. Reopen {'it' if decided == 1 else 'them'} first."
            )
        if idea.pk is None:
            idea.save()
        asked = asked_in(groups)
        groups.update(idea=idea)
    return asked


def dismiss(group_ids: Sequence[int], *, now: datetime) -> int:
    """Take open groups off the desk for good, and say how many questions they hold."""
    with changing_groups():
        groups = GapGroup.objects.open().filter(pk__in=group_ids)
        asked = asked_in(groups)
        groups.update(dismissed_at=now)
    return asked


def reopen(group_ids: Sequence[int]) -> int:
    """Take a decision back, and say how many questions stand on the desk again."""
    with changing_groups():
        groups = GapGroup.objects.decided().filter(pk__in=group_ids)
        asked = asked_in(groups)
        groups.update(idea=None, dismissed_at=None)
    return asked


def merge(group_ids: Sequence[int]) -> int:
    """Make one group of several, and say how many questions it holds.

    The one that is decided stays, else the oldest. Raises ``NotDecided`` where two were
    decided, because the questions of one would follow the other's decision.
    """
    with changing_groups():
        groups = list(GapGroup.objects.filter(pk__in=group_ids).order_by("pk"))
        kept, others = _kept_of(groups)
        kept.expired_count += sum(group.expired_count for group in others)
        kept.save(update_fields=["expired_count"])
        Gap.objects.filter(group__in=others).update(group=kept)
        _merge_ranks(kept, others)
        GapGroup.objects.filter(pk__in=[group.pk for group in others]).delete()
        return asked_in(GapGroup.objects.filter(pk=kept.pk))


def asked_in(groups: GapGroupQuerySet) -> int:
    """How often the questions of these groups were asked, erased ones too."""
    return sum(groups.order_by().with_asked_count().values_list("asked_count", flat=True))


def _kept_of(groups: Sequence[GapGroup]) -> tuple[GapGroup, list[GapGroup]]:
    if len(groups) < 2:
        raise NotDecided("Choose at least two groups to merge.")
    decided = [group for group in groups if group.idea_id or group.dismissed_at]
    if len(decided) > 1:
        raise NotDecided(
            f"{len(decided)} of these groups are promoted or dismissed. Reopen all but one, "
            "then merge."
        )
    kept = (decided or list(groups))[0]
    return kept, [group for group in groups if group is not kept]


def _merge_ranks(kept: GapGroup, others: Sequence[GapGroup]) -> None:
    """Rank each month anew by its questions; the best of the groups says how near they are."""
    ranks = MonthlyRank.objects.filter(group__in=[kept, *others])
    for day in sorted(set(ranks.values_list("month", flat=True))):
        closeness = max(
            (one.ranking.closeness for one in ranks.filter(month=day)),
            key=lambda one: one.on_topic,
        )
        asked = Gap.objects.filter(group=kept).for_month(Month.of(day)).as_asked()
        if asked:
            store_ranks(Month.of(day), {kept.pk: rank(asked, closeness)})
