"""No lock of ours is another one's, or two tasks that share nothing wait for each other."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from retrieval import locks
from retrieval.corpus.saving import import_turn

NUMBERS = {name: number for name, number in vars(locks).items() if name.endswith("_LOCK")}


@pytest.fixture
def elsewhere() -> Iterator[Any]:
    """A cursor of a connection of its own: what one of them locks, another one meets."""
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        yield cursor
    other.close()


def is_free(cursor: Any, number: int) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
    return bool(cursor.fetchone()[0])


def test_every_lock_has_a_number_of_its_own() -> None:
    assert len(NUMBERS) > 3
    assert len(set(NUMBERS.values())) == len(NUMBERS)


@pytest.mark.django_db
def test_while_an_import_runs_only_another_import_waits(elsewhere: Any) -> None:
    with import_turn():
        free = {name for name, number in NUMBERS.items() if is_free(elsewhere, number)}

    assert free == NUMBERS.keys() - {"IMPORT_LOCK"}
