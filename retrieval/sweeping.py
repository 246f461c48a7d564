"""Takes up what no task did: lost messages, killed workers, rows written behind our back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from retrieval.indexing import IndexReport, essays_behind, index_essays
from retrieval.locks import SWEEP_LOCK


def sweep() -> IndexReport:
    """Index whatever is behind, unless another sweep is still at it."""
    with _alone() as is_alone:
        return index_essays(essays_behind()) if is_alone else IndexReport()


@contextmanager
def _alone() -> Iterator[bool]:
    """The lock ends with the connection, so a killed sweep holds up no other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SWEEP_LOCK])
        is_alone = bool(cursor.fetchone()[0])
        try:
            yield is_alone
        finally:
            if is_alone:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [SWEEP_LOCK])
