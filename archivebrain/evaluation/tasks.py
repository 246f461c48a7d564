"""Celery shell of the evaluation: the canary is tried each day."""

from celery import shared_task
from django.utils import timezone

from archivebrain.evaluation import canary_runs


@shared_task(name="archivebrain.evaluation.tasks.canary")
def canary() -> None:
    canary_runs.run_if_due(now=timezone.now())
