"""Saving an essay queues its indexing after the commit; hiding it takes effect at once.

A deploy makes the graph anew, by what this release makes of the rows.
"""

import logging
from functools import partial

from django.apps import AppConfig
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate, post_save
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from retrieval.graph import seed_graph
from retrieval.indexing import forget_essay, is_inline
from retrieval.models import Essay
from retrieval.tasks import index_essay
from retrieval.types import Visibility

log = logging.getLogger(__name__)


@receiver(post_save, sender=Essay, dispatch_uid="retrieval.index_saved_essay")
def index_saved_essay(sender: type[Essay], instance: Essay, **kwargs: object) -> None:
    if instance.visibility == Visibility.PRIVATE.value:
        # Not left to a worker: no lane may hold a private text after this commit.
        forget_essay(instance.pk)
    elif not is_inline():
        transaction.on_commit(partial(_queue, instance.pk), robust=True)


def _queue(essay_id: int) -> None:
    try:
        index_essay.delay(essay_id=essay_id)
    except OperationalError:
        log.warning("Essay %d waits for the sweeper: the queue is down.", essay_id)


@receiver(post_migrate, dispatch_uid="retrieval.seed_graph_after_migrate")
def seed_graph_after_migrate(sender: AppConfig, **kwargs: object) -> None:
    """Once every table is as this release has it; an emptied test database has no plan."""
    if sender.name == "retrieval" and "plan" in kwargs and not _is_behind():
        seed_graph()


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
