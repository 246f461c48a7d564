"""How long a reader's words are kept: 180 days, or until their essay is written."""

from collections import Counter
from datetime import datetime, timedelta

from django.db.models import F

from gaps.models import Gap, GapGroup
from gaps.turns import changing_groups

KEPT_DAYS = 180


def expire(*, now: datetime) -> int:
    """Erase what has had its time, keep the counts, and say how many questions went.

    An undecided or dismissed group goes with its last question: without words nothing can
    tell that it is asked again.
    """
    with changing_groups():
        due = Gap.objects.filter(asked_at__lt=now - timedelta(days=KEPT_DAYS))
        due = due | Gap.objects.handled()
        group_of = dict(due.values_list("pk", "group_id"))
        for group_id, count in Counter(group_of.values()).items():
            groups = GapGroup.objects.filter(pk=group_id)
            groups.update(expired_count=F("expired_count") + count)
        Gap.objects.filter(pk__in=group_of).delete()
        GapGroup.objects.filter(gaps__isnull=True, idea__isnull=True).delete()
    return len(group_of)
