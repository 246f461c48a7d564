"""Celery shells of the experiments: old runs expire."""

from celery import shared_task
from django.utils import timezone

from archivebrain.experiments import shadow


@shared_task(name="archivebrain.experiments.tasks.expire")
def expire() -> None:
    shadow.expire(now=timezone.now())
