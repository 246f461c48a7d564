"""The pages that tell how a view changed, and who may not show on them."""

from datetime import date

import pytest
from django.test import Client

from ledger.models import Concept, Position
from retrieval.models import Essay
from tests.ledger.bikes import changed_view, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def bikes() -> Concept:
    return changed_view()


def test_a_concept_page_tells_the_story_in_order_with_its_reason(
    client: Client, bikes: Concept
) -> None:
    page = client.get("/evolution/e-bikes/").content.decode()

    assert page.index("They are cheating.") < page.rindex("They are bicycles.")
    assert "A hill sorts riders by age." in page
    assert "label-reversed" in page
    assert "label-current" in page


def test_a_receipt_is_shown_in_plain_words_and_links_to_them(
    client: Client, bikes: Concept
) -> None:
    page = client.get("/evolution/e-bikes/").content.decode()

    assert "<p>Hills are hard.</p>" in page
    assert "/essays/old/#:~:text=Hills%20are%20hard." in page


def test_the_index_shows_what_is_held_today_and_how_often_it_changed(
    client: Client, bikes: Concept
) -> None:
    page = client.get("/evolution/").content.decode()

    assert "They are bicycles." in page
    assert "They are cheating." not in page
    assert "changed once" in page


def test_a_view_said_again_is_held_since_it_was_first_said(client: Client, bikes: Concept) -> None:
    written("again", date(2023, 2, 3))
    Position.objects.create(
        key="eb-2023",
        concept=bikes,
        stance="They still are bicycles.",
        essay_slug="again",
        dated=date(2023, 2, 3),
        receipt="Hills are hard.",
        reaffirms=Position.objects.get(key="eb-2021"),
        change="reaffirmed",
    )
    page = client.get("/evolution/").content.decode()

    assert "They still are bicycles." not in page
    assert "16 May 2021" in page
    assert "said again" in client.get("/evolution/e-bikes/").content.decode()


def test_a_withdrawn_view_leaves_none_held(client: Client, bikes: Concept) -> None:
    Position.objects.filter(key="eb-2021").update(retracted_on=date(2024, 1, 1))

    assert "none is held now" in client.get("/evolution/").content.decode()
    assert "Withdrawn" in client.get("/evolution/e-bikes/").content.decode()


def test_a_view_that_ended_out_of_sight_is_not_told_as_withdrawn(
    client: Client, bikes: Concept
) -> None:
    Essay.objects.filter(slug="new").update(visibility="draft")

    for address in ("/evolution/", "/evolution/e-bikes/"):
        page = client.get(address).content.decode()
        assert "No view is shown as current." in page
        assert "withdrawn;" not in page
        assert "unchanged" not in page


def test_the_row_of_a_withheld_essay_is_on_no_page(client: Client, bikes: Concept) -> None:
    Essay.objects.filter(slug="old").update(visibility="unlisted")

    for address in ("/evolution/", "/evolution/e-bikes/", "/evolution/feed.atom"):
        assert "cheating" not in client.get(address).content.decode()


def test_a_concept_with_no_public_row_is_missing(client: Client, bikes: Concept) -> None:
    Essay.objects.update(visibility="draft")

    assert client.get("/evolution/e-bikes/").status_code == 404
    assert client.get("/evolution/no-such/").status_code == 404
    assert "E-bikes" not in client.get("/evolution/").content.decode()


def test_the_feed_holds_every_dated_change_newest_first(client: Client, bikes: Concept) -> None:
    response = client.get("/evolution/feed.atom")
    text = response.content.decode()

    assert response["Content-Type"].startswith("application/atom+xml")
    assert text.index("They are bicycles.") < text.index("They are cheating.")
    assert "2021-05-16T00:00:00+00:00" in text


def test_the_pages_ask_the_database_a_fixed_number_of_times(
    client: Client, bikes: Concept, django_assert_num_queries: object
) -> None:
    for number in range(5):
        other = Concept.objects.create(slug=f"c-{number}", name=f"Concept {number}")
        Position.objects.create(
            key=f"p-{number}",
            concept=other,
            stance="It is so.",
            essay_slug="old",
            dated=date(2018, 5, 20),
            receipt="Hills are hard.",
        )

    with django_assert_num_queries(2):  # type: ignore[operator]
        client.get("/evolution/")
