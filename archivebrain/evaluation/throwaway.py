"""A database that is made for one run and dropped after it, never an author's.

It bears a mark that only this module writes; whoever seeds asks for the mark first.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from psycopg import sql

PREFIX = "archivebrain_throwaway_"
MARK = "archivebrain: made for one run, and dropped after it"
# Nothing listens there: no key of a run is kept, no task of it reaches a worker.
NO_REDIS = "redis://127.0.0.1:1/0"
FREE = {
    "REDIS_URL": NO_REDIS,
    "ANSWER_CACHE_HOURS": 0,
    "ALLOWED_HOSTS": ["localhost"],
    "ADDRESS_UNITS_PER_MINUTE": 1_000_000,
    "ADDRESS_UNITS_PER_DAY": 1_000_000,
}

_MARK_OF = """
SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s
"""
_LEFT_BEHIND = """
SELECT datname FROM pg_database WHERE starts_with(datname, %s) AND datname <> %s
AND shobj_description(oid, 'pg_database') = %s
AND NOT EXISTS (SELECT FROM pg_stat_activity AS open WHERE open.datname = pg_database.datname)
"""


class NotThrowaway(Exception):
    """Somebody was about to seed a database that is not made to be dropped."""


@contextmanager
def throwaway_brain() -> Iterator[None]:
    """Django's own connection leads to an empty, migrated brain in here, and Redis nowhere."""
    own = connection.settings_dict["NAME"]
    name = PREFIX + secrets.token_hex(6)
    _drop_left_behind(but=own)
    _on_server(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        _lead_to(name)
        connection.ensure_connection()
        # Only now: what is marked and used by nobody counts as left behind.
        _on_server(sql.SQL("COMMENT ON DATABASE {} IS {}").format(sql.Identifier(name), MARK))
        with override_settings(**FREE):
            call_command("migrate", verbosity=0)
            yield
    finally:
        _lead_to(own)
        _drop(name)


def require_throwaway() -> None:
    """Raise ``NotThrowaway`` unless the connection leads to a marked database."""
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        (current,) = cursor.fetchone()
        cursor.execute(_MARK_OF, [current])
        found = cursor.fetchone()
    if found != (name, MARK):
        raise NotThrowaway(f"The database {current} is not a throwaway one; nothing was written.")


def _lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _drop_left_behind(*, but: str) -> None:
    """What a killed run left: marked, and used by nobody; ``but`` is the one we came from."""
    for (name,) in _on_server(sql.SQL(_LEFT_BEHIND), [PREFIX, but, MARK]):
        _drop(name)


def _drop(name: str) -> None:
    _on_server(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _on_server(statement: sql.Composable, params: list[str] | None = None) -> list[Any]:
    """Beside every database, because none can be made or dropped from within."""
    # As Django's own test runner does it.
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection), params)
        return cursor.fetchall() if cursor.description else []
