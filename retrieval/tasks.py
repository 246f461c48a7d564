"""Celery shells: index, sweep up, keep neighbours, import uploads and feeds, expire traces."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from retrieval import graph, hnsw, sweeping, tracing
from retrieval.corpus import following, runs
from retrieval.generations import get_embedder
from retrieval.indexing import IndexReport, index_essays


@shared_task(name="retrieval.tasks.index_essay")
def index_essay(*, essay_id: int) -> None:
    _draw(index_essays([essay_id]))


@shared_task(name="retrieval.tasks.carry_on_imports")
def carry_on_imports() -> None:
    runs.carry_on()


@shared_task(name="retrieval.tasks.look_after_imports")
def look_after_imports() -> None:
    runs.look_after(now=timezone.now())


@shared_task(name="retrieval.tasks.sweep")
def sweep() -> None:
    _draw(sweeping.sweep())


@shared_task(name="retrieval.tasks.keep_neighbours")
def keep_neighbours() -> None:
    hnsw.keep_up(get_embedder())


@shared_task(name="retrieval.tasks.seed_graph")
def seed_graph() -> None:
    graph.seed_graph()


@shared_task(name="retrieval.tasks.follow_feeds")
def follow_feeds() -> None:
    following.follow_feeds(
        settings.FEED_URLS, now=timezone.now(), author=settings.ARCHIVEBRAIN_AUTHOR
    )


@shared_task(name="retrieval.tasks.expire_traces")
def expire_traces() -> None:
    tracing.expire(now=timezone.now())


def _draw(report: IndexReport) -> None:
    """The graph knows the links and names in a text only once its chunks are there."""
    if report.essays:
        graph.seed_graph()
