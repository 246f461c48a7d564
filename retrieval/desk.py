"""What the screens of the author's desk have in common."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import admin
from django.db import models, transaction
from django.http import HttpRequest
from kombu.exceptions import OperationalError

from retrieval.tasks import seed_graph

log = logging.getLogger(__name__)

Row = TypeVar("Row", bound=models.Model)


class ReadOnly:
    """For an admin screen of what was computed: it is looked at there, and never edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class InGraph(admin.ModelAdmin[Row]):
    """For an admin screen of what the graph is made of: an edit reaches it after the commit."""

    def save_model(self, request: HttpRequest, obj: Row, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        queue_graph()

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        super().delete_model(request, obj)
        queue_graph()

    def delete_queryset(self, request: HttpRequest, queryset: models.QuerySet[Row]) -> None:
        super().delete_queryset(request, queryset)
        queue_graph()


def queue_graph() -> None:
    """Have the graph made anew after the commit."""
    late = "The graph waits for the next import: the queue is down."
    queue(lambda: seed_graph.delay(), late=late)


def queue(task: Callable[[], object], *, late: str) -> None:
    """Send a task after the commit; ``late`` is logged where the queue is down."""
    transaction.on_commit(partial(_send, task, late), robust=True)


def _send(task: Callable[[], object], late: str) -> None:
    try:
        task()
    except OperationalError:
        log.warning(late)
