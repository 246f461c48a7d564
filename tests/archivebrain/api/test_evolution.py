"""Concepts and positions for programs: lifecycles computed, rows of hidden essays unseen."""

import json
from typing import Any

import pytest
from django.test import Client

from ledger.models import Concept, Position
from retrieval.models import Essay
from tests.archivebrain.api.test_schema import faults, plain_schema
from tests.ledger.bikes import changed_view

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def bikes() -> Concept:
    return changed_view()


def test_a_story_is_oldest_first_with_computed_lifecycles(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2):
        told = client.get("/api/v1/concepts/e-bikes").json()

    rows = [(row["id"], row["lifecycle"], row["label"]) for row in told["positions"]]
    assert rows == [("eb-2018", "superseded", "reversed"), ("eb-2021", "held", "current")]
    assert [row["id"] for row in told["now"]] == ["eb-2021"]
    assert told["changes"] == 1
    document = plain_schema()
    assert faults(document, {"$ref": "#/components/schemas/ConceptStory"}, told) == []


def test_positions_stand_as_they_stood_on_a_day(client: Client) -> None:
    then = client.get("/api/v1/positions?as_of=2020-01-01&concept=e-bikes").json()["results"]

    assert [(row["id"], row["lifecycle"]) for row in then] == [("eb-2018", "held")]
    assert client.get("/api/v1/positions?lifecycle=held").status_code == 422


def test_a_row_whose_essay_is_hidden_is_nowhere(client: Client) -> None:
    Essay.objects.filter(slug="new").update(visibility="draft")

    replies = [client.get(f"/api/v1/{at}").json() for at in ("concepts", "positions")]
    story = client.get("/api/v1/concepts/e-bikes").json()

    assert "They are bicycles." not in json.dumps([*replies, story])
    assert [row["id"] for row in story["positions"]] == ["eb-2018"]


def test_a_concept_without_a_public_row_cannot_be_told_from_a_missing_one(client: Client) -> None:
    Essay.objects.update(visibility="draft")
    same_id = {"X-Request-ID": "the-same-for-all"}

    replies = [
        client.get(f"/api/v1/concepts/{slug}", headers=same_id)
        for slug in ("e-bikes", "never-held", "%00")
    ]

    assert {reply.status_code for reply in replies} == {404}
    assert len({reply.content for reply in replies}) == 1
    assert client.get("/api/v1/concepts").json()["results"] == []


def test_the_lists_are_told_in_parts_that_lead_through_all_of_them(client: Client) -> None:
    first = client.get("/api/v1/positions?limit=1&concept=e-bikes&as_of=2030-01-01").json()
    last = client.get(first["next"]).json()
    concepts = client.get("/api/v1/concepts?limit=1&offset=1").json()

    assert [row["id"] for page in (first, last) for row in page["results"]] == [
        "eb-2018",
        "eb-2021",
    ]
    assert (first["count"], first["previous"], last["next"]) == (2, None, None)
    assert (concepts["count"], concepts["results"]) == (1, [])
    assert concepts["previous"].endswith("/api/v1/concepts?limit=1&offset=0")


def test_an_essay_comes_with_what_became_of_its_views(client: Client) -> None:
    slug = Position.objects.get(key="eb-2018").essay_slug

    essay = client.get(f"/api/v1/essays/{slug}").json()

    told = [(row["id"], row["lifecycle"], row["label"]) for row in essay["positions"]]
    assert told == [("eb-2018", "superseded", "reversed")]
    assert faults(plain_schema(), {"$ref": "#/components/schemas/WholeEssay"}, essay) == []
