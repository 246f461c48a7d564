"""Celery shells around indexing: one essay by its id, and the sweep for what was missed."""

from celery import shared_task

from retrieval.indexing import essays_behind, index_essays


@shared_task(name="retrieval.tasks.index_essay")
def index_essay(*, essay_id: int) -> None:
    index_essays([essay_id])


@shared_task(name="retrieval.tasks.sweep")
def sweep() -> None:
    """Index whatever is behind; lost messages and flushed queues end here."""
    index_essays(essays_behind())
