"""The desk shows what is near a term, as a picture and as a list."""

import re
from typing import Any

import pytest
from django.test import Client

from ledger.models import Concept, Position
from retrieval.graph import seed_graph
from retrieval.models import Claim, Essay, GlossaryTerm

NEAR = "/admin/retrieval/graphnode/near/"


@pytest.fixture
def graph(db: None) -> None:
    Essay.objects.create(slug="quay", title="At the <quay>", body="b", visibility="draft")
    GlossaryTerm.objects.create(term="Slack & co", definition="d", related=["Tide"])
    GlossaryTerm.objects.create(term="Tide", definition="d", essays=["quay"])
    concept = Concept.objects.create(slug="trams", name="Trams")
    Position.objects.create(
        key="t-1", concept=concept, stance="Trams win.", essay_slug="quay", receipt="b",
        basis="undated",
    )  # fmt: skip
    Claim.objects.create(key="c-1", essay_slug="quay", text="A tide turns.", about=["term:Tide"])
    seed_graph()


def page(client: Client, kind: str, key: str) -> str:
    response = client.get(NEAR, {"kind": kind, "key": key})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.usefixtures("graph")
def test_each_neighbour_is_in_the_picture_and_in_the_list_with_its_step(
    admin_client: Client,
) -> None:
    shown = page(admin_client, "term", "Tide")
    picture, listed = shown.split("One step away")

    term = GlossaryTerm.objects.get(term="Slack & co")
    essay = Essay.objects.get(slug="quay")
    for part in (picture, listed):
        assert f"/admin/retrieval/glossaryterm/{term.pk}/change/" in part
        assert f"/admin/retrieval/essay/{essay.pk}/change/" in part
        assert "kind=claim&amp;key=c-1" in part
        assert "related" in part
    assert "At the &lt;quay&gt;" in listed
    assert "<quay>" not in shown
    assert len(re.findall("<circle", picture)) == 4


@pytest.mark.usefixtures("graph")
def test_a_claim_is_told_by_its_words(admin_client: Client) -> None:
    assert "A tide turns." in page(admin_client, "term", "Tide").split("One step away")[1]
    assert "<h1>What is near “A tide turns.”</h1>" in page(admin_client, "claim", "c-1")


@pytest.mark.usefixtures("graph")
def test_a_concepts_positions_are_told_by_what_they_say(admin_client: Client) -> None:
    position = Position.objects.get()

    shown = page(admin_client, "concept", "trams")

    assert "Trams win." in shown
    assert f"/admin/ledger/position/{position.pk}/change/" in shown


@pytest.mark.usefixtures("graph")
@pytest.mark.parametrize(("model", "name"), [(GlossaryTerm, "Slack & co"), (Concept, "Trams")])
def test_a_term_and_a_concept_lead_to_their_picture(
    admin_client: Client, model: Any, name: str
) -> None:
    row = model.objects.filter(**{"term" if model is GlossaryTerm else "name": name}).get()
    form = admin_client.get(f"/admin/{model._meta.label_lower.replace('.', '/')}/{row.pk}/change/")

    address = re.search(rf'href="({NEAR}[^"]+)"', form.content.decode())

    assert address is not None
    assert admin_client.get(address[1].replace("&amp;", "&")).status_code == 200


@pytest.mark.usefixtures("graph")
def test_the_list_counts_the_steps_of_each_node_both_ways(admin_client: Client) -> None:
    shown = admin_client.get("/admin/retrieval/graphnode/").content.decode()

    counts = dict(re.findall(r'key=([^"]+)".*?field-neighbours">(\d+)<', shown, re.DOTALL))
    # Of Tide: from another term, from the essay that defines it, from a claim, and to its essay.
    assert counts == {
        "Tide": "4", "Slack+%26+co": "1", "c-1": "2", "quay": "5", "t-1": "2", "trams": "2",
    }  # fmt: skip


@pytest.mark.usefixtures("graph")
def test_the_list_and_a_picture_open_in_few_queries(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(10):
        admin_client.get("/admin/retrieval/graphnode/")
    with django_assert_max_num_queries(12):
        page(admin_client, "term", "Tide")


@pytest.mark.usefixtures("graph")
@pytest.mark.parametrize(
    "query",
    [{}, {"kind": "term", "key": "nothing"}, {"kind": "x" * 900}, {"kind": "term", "key": "T\0"}],
)
def test_what_is_no_node_is_not_found_and_a_stranger_sees_nothing(
    admin_client: Client, client: Client, query: dict[str, str]
) -> None:
    assert admin_client.get(NEAR, query).status_code == 404
    admin_client.logout()
    assert client.get(NEAR, {"kind": "term", "key": "Tide"}).status_code == 302
