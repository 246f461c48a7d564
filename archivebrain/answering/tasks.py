"""Celery shells of the kept answers: they are verified after each change, and expire."""

from celery import shared_task
from django.utils import timezone

from archivebrain.answering import keeping, reverifying


@shared_task(name="archivebrain.answering.tasks.reverify_kept_answers")
def reverify_kept_answers() -> None:
    reverifying.reverify_behind(now=timezone.now())


@shared_task(name="archivebrain.answering.tasks.expire_kept_answers")
def expire_kept_answers() -> None:
    keeping.expire(now=timezone.now())
