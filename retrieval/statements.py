"""Statements of the path that every search takes: the database plans each once a connection."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

import numpy as np
from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from psycopg import pq

from retrieval.embedders.base import Vectors


def rows(statement: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows; the server binds the values, so that the text is the same each time.

    A value whose type does not follow from its place needs a cast. A statement is prepared
    where the connection's ``prepare_threshold`` says so; else it is planned each time.
    """
    with _cursor() as cursor:
        cursor.execute(statement, params)
        return list(cursor.fetchall())


def _cursor() -> CursorWrapper:
    """As Django's own, but the server binds; where queries are logged, one that knows its text."""
    connection.ensure_connection()
    if connection.queries_logged:
        return connection.cursor()
    # Known to its stubs as a class without a base.
    cursor: Any = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]
    cursor.format = pq.Format.BINARY
    return connection.make_cursor(cursor)


def ids(chunk_ids: Collection[int]) -> str:
    """As a literal of ``bigint[]``: a list would have another type for each size of its numbers."""
    return "{" + ",".join(map(str, chunk_ids)) + "}"


def halfvec(vector: Vectors) -> str:
    """As a literal of ``halfvec``, to the precision that this keeps."""
    return _literal(len(vector)) % tuple(vector.astype(np.float16).tolist())


@cache
def _literal(dimensions: int) -> str:
    """Five digits tell all halves apart, and are written three times as fast as all that are."""
    return "[" + ",".join(["%.5g"] * dimensions) + "]"


def vectors_of(sent: Sequence[bytes]) -> Vectors:
    """``(n, dimensions)`` float32 from what ``halfvec_send`` gives, decoded in one go.

    Each is two numbers of two bytes, of which the first says how many halves follow.
    """
    halves = np.frombuffer(b"".join(sent), dtype=">f2").reshape(len(sent), -1)
    return halves[:, 2:].astype(np.float32)
