"""Celery shells around indexing: one essay by its id, and the sweep for what was missed."""

from celery import shared_task

from retrieval import sweeping
from retrieval.indexing import index_essays


@shared_task(name="retrieval.tasks.index_essay")
def index_essay(*, essay_id: int) -> None:
    index_essays([essay_id])


@shared_task(name="retrieval.tasks.sweep")
def sweep() -> None:
    sweeping.sweep()
