"""A throwaway brain: marked while it lasts, gone afterwards, and no other is ever seeded."""

from contextlib import suppress

import pytest
from django.conf import settings
from django.db import connection

from archivebrain.evaluation.canary import try_canary
from archivebrain.evaluation.throwaway import (
    MARK,
    NO_REDIS,
    PREFIX,
    NotThrowaway,
    require_throwaway,
    throwaway_brain,
)
from retrieval.models import Essay


def databases() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db
def test_a_database_that_is_to_be_kept_is_refused_before_anything_is_written() -> None:
    with pytest.raises(NotThrowaway, match="is not a throwaway one"):
        try_canary()

    assert not Essay.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_is_marked_while_it_lasts_and_dropped_even_when_the_run_fails() -> None:
    own, seen = connection.settings_dict["NAME"], []

    with suppress(ZeroDivisionError), throwaway_brain():
        require_throwaway()
        seen += [connection.settings_dict["NAME"], Essay.objects.count(), settings.REDIS_URL]
        with connection.cursor() as cursor:
            cursor.execute(f"COMMENT ON DATABASE \"{seen[0]}\" IS 'something else'")
        with pytest.raises(NotThrowaway):
            require_throwaway()
        raise ZeroDivisionError

    name = str(seen[0])
    assert seen == [name, 0, NO_REDIS]
    assert name.startswith(PREFIX)
    assert connection.settings_dict["NAME"] == own != name
    assert name not in databases()
    assert settings.REDIS_URL != NO_REDIS


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_run_left_is_dropped_by_the_next_and_nothing_else() -> None:
    left, other = f"{PREFIX}left", f"{PREFIX}unmarked"
    with connection.cursor() as cursor:
        for name in (left, other):
            cursor.execute(f'CREATE DATABASE "{name}"')
        cursor.execute(f"COMMENT ON DATABASE \"{left}\" IS '{MARK}'")

    with throwaway_brain():
        remaining = databases()

    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{other}"')
    assert left not in remaining
    assert other in remaining


@pytest.mark.django_db(transaction=True)
def test_one_within_another_leads_back_to_it_even_where_nobody_has_it_open() -> None:
    with throwaway_brain():
        outer = connection.settings_dict["NAME"]
        connection.close()

        with throwaway_brain():
            assert connection.settings_dict["NAME"] != outer

        require_throwaway()
        assert connection.settings_dict["NAME"] == outer
