"""Whoever changes which question belongs to which group takes a turn."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from retrieval.locks import GROUPS_LOCK


@contextmanager
def changing_groups() -> Iterator[None]:
    """One transaction at a time: triage and the author's desk never undo each other."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [GROUPS_LOCK])
        yield
