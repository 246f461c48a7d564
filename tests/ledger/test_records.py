"""A search knows what the ledger holds of its passages: buckets, and later dates inside them."""

import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from ledger.models import Concept, Position
from retrieval.search import search
from retrieval.types import Bucket, Scope
from tests.retrieval.conftest import MakeEssay, embedder, make_essay

pytestmark = pytest.mark.django_db
__all__ = ["embedder", "make_essay"]

CHEATING = "An electric bicycle is a moped in denial, and a rope of one lane."
UPDATE = "**Update, 3 May 2025.** I now think that nobody can know about rope."


def row(key: str, essay: str, receipt: str, **columns: object) -> Position:
    concept, _ = Concept.objects.get_or_create(slug="e-bikes", name="E-bikes")
    return Position.objects.create(
        key=key, concept=concept, stance="s", essay_slug=essay, receipt=receipt,
        **{"dated": date(2018, 5, 20)} | columns,
    )  # fmt: skip


def buckets(text: str, as_of: date | None = None) -> dict[str, Bucket]:
    found = search(text, scope=Scope(as_of=as_of)).passages
    return {one.essay.slug: one.bucket for one in found}


@pytest.fixture
def changed_mind(make_essay: MakeEssay) -> None:
    make_essay("old", CHEATING, published_on=date(2018, 5, 20))
    make_essay("new", "A rope gets used, and so does a bicycle.", published_on=date(2021, 5, 16))
    first = row("eb-2018", "old", "An electric bicycle is a moped in denial")
    row(
        "eb-2021", "new", "so does a bicycle", dated=date(2021, 5, 16), supersedes=first,
        change="reversed",
    )  # fmt: skip


@pytest.mark.usefixtures("changed_mind")
def test_a_superseded_view_is_found_and_told_as_historical_and_was_current_then() -> None:
    assert buckets("rope bicycle") == {"old": Bucket.HISTORICAL, "new": Bucket.CURRENT}
    assert buckets("rope bicycle", as_of=date(2020, 1, 1)) == {"old": Bucket.CURRENT}


@pytest.mark.usefixtures("changed_mind")
def test_a_retracted_view_is_found_for_the_record_alone() -> None:
    Position.objects.filter(key="eb-2021").update(
        supersedes=None, change="", retracted_on=date(2022, 1, 1)
    )

    assert buckets("rope bicycle")["new"] is Bucket.RECORD_ONLY
    assert buckets("rope bicycle", as_of=date(2021, 12, 31))["new"] is Bucket.CURRENT


@pytest.mark.usefixtures("changed_mind")
def test_the_command_shows_the_bucket_to_programs_and_says_it_to_people() -> None:
    told, read = StringIO(), StringIO()

    call_command("search", "rope bicycle", "--json", stdout=told)
    call_command("search", "rope bicycle", stdout=read)

    found = {one["essay"]["slug"]: one["bucket"] for one in json.loads(told.getvalue())["results"]}
    assert found == {"old": "historical", "new": "current"}
    assert read.getvalue().count("[an earlier view]") == 1


@pytest.fixture
def updated(make_essay: MakeEssay) -> None:
    """An essay of 2019 with a section of 2025, which the ledger dates, and one of 2024."""
    body = f"## Rope\n\n{'Rope is old. ' * 80}\n\n## Later on\n\n{UPDATE}"
    make_essay("dated", body, published_on=date(2019, 1, 1))
    make_essay("other", "Rope is what sailors know.", published_on=date(2024, 1, 1))
    row(
        "eb-2025", "dated", "I now think that nobody can know about rope.",
        dated=date(2025, 5, 3), basis="in_text",
    )  # fmt: skip


@pytest.mark.usefixtures("updated")
def test_a_dated_update_weighs_by_its_own_date_and_its_essay_by_the_essays() -> None:
    found = {one.plain[:6]: one for one in search("What of rope in 2025?").passages}

    assert found["Update"].boost > 1
    assert found["Update"].published == date(2025, 5, 3)
    assert found["Rope i"].boost == 1


@pytest.mark.usefixtures("updated")
def test_as_of_a_day_before_the_update_only_the_rest_of_the_essay_is_found() -> None:
    before = search("What of rope?", scope=Scope(as_of=date(2024, 6, 1))).passages
    after = search("What of rope?", scope=Scope(as_of=date(2025, 6, 1))).passages

    assert {one.essay.slug for one in before} == {"dated", "other"}
    assert not any(UPDATE[2:12] in one.plain for one in before)
    assert any(UPDATE[2:12] in one.plain for one in after)
