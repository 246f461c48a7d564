"""Celery shells: index one essay, sweep up what was missed, seed the graph, expire traces."""

from celery import shared_task
from django.utils import timezone

from retrieval import graph, sweeping, tracing
from retrieval.indexing import index_essays


@shared_task(name="retrieval.tasks.index_essay")
def index_essay(*, essay_id: int) -> None:
    index_essays([essay_id])


@shared_task(name="retrieval.tasks.sweep")
def sweep() -> None:
    sweeping.sweep()


@shared_task(name="retrieval.tasks.seed_graph")
def seed_graph() -> None:
    graph.seed_graph()


@shared_task(name="retrieval.tasks.expire_traces")
def expire_traces() -> None:
    tracing.expire(now=timezone.now())
