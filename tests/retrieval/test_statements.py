"""Statements that are planned once, bound by the server, and seen by whoever counts queries."""

from typing import Any

import pytest
from django.db import DataError, connection, transaction

from retrieval.statements import ids, rows

pytestmark = pytest.mark.django_db


def test_values_are_bound_apart_from_the_text() -> None:
    assert rows("SELECT %s::text, %s::int", ["' OR 1=1; --", 3]) == [("' OR 1=1; --", 3)]


def test_a_statement_that_comes_again_is_planned_once() -> None:
    for number in (1, 2, 3):
        rows("SELECT %s::bigint AS planned_once", [number])

    kept = rows(
        "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%%planned_once'"
    )
    assert len(kept) == 1


def test_ids_of_every_size_make_one_statement() -> None:
    wanted = [1, 2**20, 2**40]

    assert rows("SELECT unnest(%s::bigint[])", [ids(wanted)]) == [(one,) for one in wanted]
    assert rows("SELECT unnest(%s::bigint[])", [ids([])]) == []


def test_a_fault_is_told_as_django_tells_it_and_queries_are_counted(
    django_assert_num_queries: Any,
) -> None:
    with pytest.raises(DataError), transaction.atomic():
        rows("SELECT %s::int", ["many"])

    with django_assert_num_queries(1):
        assert rows("SELECT 1") == [(1,)]
    assert connection.is_usable()
