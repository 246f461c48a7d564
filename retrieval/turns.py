"""Only one at a time: a lock of the database that ends with its connection."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def only_one(lock: int) -> Iterator[bool]:
    """Whether this is the one; a killed process holds up no other.

    ``lock``: a number of ``retrieval.locks``.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock])
        is_ours = bool(cursor.fetchone()[0])
        try:
            yield is_ours
        finally:
            if is_ours:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])
