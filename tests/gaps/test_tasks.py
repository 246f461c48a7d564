"""What the worker does about gaps by itself, whenever it runs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from archivebrain.celery import app
from gaps import tasks
from gaps.models import Gap, GapGroup, MonthlyRank
from gaps.recording import remember
from gaps.types import Month

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_model")]


def last_month() -> Month:
    return Month.of(timezone.localdate()).before


def test_the_month_that_ended_is_triaged_once_and_the_running_one_waits() -> None:
    for _ in range(2):
        remember("Night trains to Zürich?", reason="name", surface="page")
    ended = Gap.objects.earliest("pk")
    Gap.objects.filter(pk=ended.pk).update(asked_at=f"{last_month()}-15T12:00:00Z")

    tasks.triage_last_month()
    tasks.triage_last_month()

    (rank,) = MonthlyRank.objects.all()
    assert (rank.month, rank.asked_count) == (last_month().first_day, 1)
    assert Gap.objects.ungrouped().count() == 1


def test_where_nothing_waits_nothing_is_read(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        tasks.triage_last_month()


def test_old_questions_are_erased() -> None:
    remember("Night trains to Zürich?", reason="name", surface="page")
    Gap.objects.update(asked_at=timezone.now() - timedelta(days=181))

    tasks.expire()

    assert not Gap.objects.exists()
    assert not GapGroup.objects.exists()


@pytest.mark.parametrize("name", ["gaps.tasks.triage_last_month", "gaps.tasks.expire"])
def test_beat_asks_for_both_by_names_that_the_worker_knows(name: str) -> None:
    assert name in {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert name in app.tasks
