"""Gives a brain its tables, before the first command that reads them."""

from collections.abc import Sequence

from django.apps import apps
from django.core.management import call_command, get_commands
from django.db import connection

from retrieval.locks import FIRST_RUN_LOCK

# These make the tables themselves, or want none.
_WITHOUT = frozenset({"serve", "demo"})
_OF_DJANGO = frozenset({"createsuperuser", "changepassword"})


def reads_tables(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for a command that cannot do without tables."""
    command, *rest = [*arguments[1:], ""]
    if command in _WITHOUT or {"-h", "--help"} & set(rest):
        return False
    home = get_commands().get(command)
    name = home if isinstance(home, str) else getattr(home, "name", "")
    return command in _OF_DJANGO or name in _our_apps()


def make_tables() -> None:
    """Migrate a database that holds no table of ours; one that does is left as it is."""
    with connection.cursor() as cursor:
        # Two first commands at once: the second waits, and finds the tables there.
        cursor.execute("SELECT pg_advisory_lock(%s)", [FIRST_RUN_LOCK])
        try:
            if _is_empty():
                call_command("migrate", verbosity=0, interactive=False)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [FIRST_RUN_LOCK])


def _is_empty() -> bool:
    return "django_migrations" not in connection.introspection.table_names()


def _our_apps() -> frozenset[str]:
    ours = {"archivebrain", "gaps", "ledger", "retrieval"}
    return frozenset(one.name for one in apps.get_app_configs() if one.name in ours)
