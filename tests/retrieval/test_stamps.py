"""What an essay's stamp notices, and what it does not."""

from dataclasses import fields
from datetime import UTC, date, datetime

import pytest

from retrieval.models import Essay
from retrieval.tallies import stamp_of_all
from retrieval.types import DocType, EssayRef, Visibility
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

# What a passage says of its essay, and the column behind it with another value.
TOLD = {
    "slug": ("slug", "crumb"),
    "title": ("title", "Crumb"),
    "url": ("canonical_url", "https://calder.example/bread"),
    "published": ("published_on", date(2021, 3, 4)),
    "doc_type": ("doc_type", DocType.NOTE.value),
}
ELSE_SEEN = [
    ("visibility", Visibility.UNLISTED.value),
    ("indexed_at", datetime(2030, 1, 1, tzinfo=UTC)),
]
UNSEEN = [("description", "Of bread."), ("source_path", "bread.md")]


def test_the_table_has_all_that_a_passage_says_of_its_essay() -> None:
    assert TOLD.keys() == {field.name for field in fields(EssayRef)}


@pytest.mark.parametrize(("column", "value"), [*TOLD.values(), *ELSE_SEEN])
def test_a_change_that_an_answer_would_show_changes_the_stamp(
    make_essay: MakeEssay, column: str, value: object
) -> None:
    make_essay("bread")
    before = stamp_of_all()

    Essay.objects.update(**{column: value})

    assert stamp_of_all() != before


@pytest.mark.parametrize(("column", "value"), UNSEEN)
def test_a_change_that_no_answer_shows_leaves_the_stamp(
    make_essay: MakeEssay, column: str, value: object
) -> None:
    make_essay("bread")
    before = stamp_of_all()

    Essay.objects.update(**{column: value})

    assert stamp_of_all() == before
