"""Celery shells: the triage of the month that ended, and the erasing of old questions."""

from celery import shared_task
from django.utils import timezone

from gaps import retention
from gaps.models import Gap
from gaps.triage import triage
from gaps.types import Month


@shared_task(name="gaps.tasks.triage_last_month")
def triage_last_month() -> None:
    """Asked every hour, due once: while a question of an ended month has no group."""
    this_month = Month.of(timezone.localdate())
    if Gap.objects.ungrouped().asked_before(this_month.first_day).exists():
        triage(this_month.before)


@shared_task(name="gaps.tasks.expire")
def expire() -> None:
    retention.expire(now=timezone.now())
