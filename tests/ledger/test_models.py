"""The database refuses what must never be true, whoever writes the row."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from ledger.models import Concept, Position, ledger_stamp
from retrieval.models import Essay

Add = Callable[..., Position]


@pytest.fixture
def add(db: None) -> Add:
    """Writes a row past every form, as raw code would."""
    concept = Concept.objects.create(slug="buses", name="Buses")

    def add(key: str, **fields: Any) -> Position:
        given = {"stance": "A stance.", "essay_slug": "free-buses", "dated": date(2023, 6, 18),
                 "receipt": "Fares on town buses should be abolished."}  # fmt: skip
        return Position.objects.create(key=key, concept=concept, **given | fields)

    return add


@pytest.mark.parametrize(
    "fields",
    [
        {"basis": "undated"},
        {"basis": "published", "dated": None},
        {"basis": "guessed"},
        {"stance": ""},
        {"receipt": ""},
        {"essay_slug": ""},
        {"change": "refined"},
        {"change": "current"},
        {"retracted_on": date(2023, 6, 17)},
    ],
)
def test_a_row_that_contradicts_itself_is_refused(add: Add, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        add("one", **fields)


def test_a_link_and_its_change_go_together(add: Add) -> None:
    first = add("first")

    for fields in (
        {"supersedes": first},
        {"supersedes": first, "change": "reaffirmed"},
        {"reaffirms": first, "change": "reversed"},
        {"supersedes": first, "reaffirms": first, "change": "refined"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            add("second", **fields)
    add("second", supersedes=first, change="reversed")


def test_no_two_rows_supersede_one_and_none_itself(add: Add) -> None:
    first = add("first")
    second = add("second", supersedes=first, change="refined")

    with pytest.raises(IntegrityError), transaction.atomic():
        add("third", supersedes=first, change="reversed")
    with pytest.raises(IntegrityError), transaction.atomic():
        Position.objects.filter(pk=second.pk).update(supersedes=second.pk)


def test_a_row_that_another_supersedes_cannot_be_deleted(add: Add) -> None:
    first = add("first")
    add("second", supersedes=first, change="refined")

    with pytest.raises(ProtectedError):
        first.delete()


def test_no_column_states_a_lifecycle() -> None:
    names = {field.name for field in Position._meta.get_fields()}

    assert names & {"lifecycle", "label", "status", "is_current"} == set()


def test_a_row_outlives_its_essay_and_shows_only_while_that_is_public(add: Add) -> None:
    essay = Essay.objects.create(
        slug="free-buses", title="Free Buses", body="Words.", visibility="public"
    )
    add("first")
    shown = Position.objects.public()
    assert shown.count() == 1

    Essay.objects.filter(pk=essay.pk).update(visibility="unlisted")
    assert shown.count() == 0
    essay.delete()

    assert shown.count() == 0
    assert Position.objects.count() == 1


def test_the_stamp_changes_with_what_readers_may_see_and_with_nothing_else(add: Add) -> None:
    stamps = [ledger_stamp()]
    Essay.objects.create(slug="free-buses", title="Free", body="Words.", visibility="public")
    row = add("first")
    stamps.append(ledger_stamp())
    Position.objects.filter(pk=row.pk).update(because="A recount.")
    stamps.append(ledger_stamp())
    Concept.objects.update(name="Free buses")
    stamps.append(ledger_stamp())
    Essay.objects.update(title="Free Buses")
    stamps.append(ledger_stamp())
    assert len(set(stamps)) == len(stamps)
    assert all(len(stamp) == 12 for stamp in stamps)

    add("hidden", essay_slug="a-draft")
    Position.objects.filter(pk=row.pk).update(note="For myself.")

    assert ledger_stamp() == stamps[-1]
