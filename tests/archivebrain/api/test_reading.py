"""Essays and the glossary for programs: public ones whole, all others missing."""

from typing import Any

import pytest
from django.test import Client

from retrieval.models import Essay, GlossaryTerm

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

WITHHELD = ("the-list-of-unfinished-repairs", "should-a-town-own-its-bakery")


def headers_of(reply: Any) -> list[tuple[str, str]]:
    """All of them but what is left of the quota, which falls with every request."""
    return sorted(pair for pair in reply.headers.items() if pair[0] != "RateLimit")


def test_the_list_can_be_walked_to_its_end_and_names_each_public_essay_once(
    client: Client, settings: Any
) -> None:
    settings.ARCHIVEBRAIN_SITE_URL = "http://testserver"
    slugs: list[str] = []
    address = "/api/v1/essays?limit=7"
    while address:
        page = client.get(address).json()
        slugs += [essay["slug"] for essay in page["results"]]
        address = page["next"]

    public = set(Essay.objects.public().values_list("slug", flat=True))
    assert page["count"] == len(slugs) == len(public)
    assert set(slugs) == public
    assert page["previous"] == "http://testserver/api/v1/essays?limit=7&offset=14"


def test_the_list_is_newest_first_and_takes_two_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(
        published_on=None, published_origin="unknown"
    )

    with django_assert_num_queries(2):
        listed = client.get("/api/v1/essays?limit=100").json()["results"]

    dates = [essay["published"] for essay in listed]
    assert dates[-1] is None
    assert dates[:-1] == sorted(dates[:-1], reverse=True)


def test_an_essay_is_its_text_as_readers_get_it(
    client: Client, django_assert_num_queries: Any
) -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(
        body="Bread is a clock. <!-- ask my sister first -->\n\n{{< chart >}}\n"
    )

    with django_assert_num_queries(3):
        essay = client.get("/api/v1/essays/bread-is-a-clock").json()

    assert "Bread is a clock." in essay["markdown"]
    assert "sister" not in essay["markdown"]
    assert "chart" not in essay["markdown"]
    assert essay["deep_link"].endswith("/essays/bread-is-a-clock/")


def test_essays_that_are_not_public_cannot_be_told_from_missing_ones(client: Client) -> None:
    assert Essay.objects.filter(slug__in=WITHHELD).count() == 2, "The control: both are here."
    Essay.objects.create(slug="a-link-only-text", title="T", body="B", visibility="unlisted")
    same_id = {"X-Request-ID": "the-same-for-all"}

    replies = [
        client.get(f"/api/v1/essays/{slug}", headers=same_id)
        for slug in (*WITHHELD, "a-link-only-text", "never-written", "%00", "x" * 3000)
    ]

    assert {reply.status_code for reply in replies} == {404}
    assert len({reply.content for reply in replies}) == 1
    assert len({tuple(headers_of(reply)) for reply in replies}) == 1


def test_a_term_is_found_by_any_of_its_names_and_lists_public_essays_only(
    client: Client, django_assert_num_queries: Any
) -> None:
    GlossaryTerm.objects.create(
        term="Oven/hearth",
        aliases=["the warm wall"],
        definition="Where it bakes.",
        related=["Repair log", "a term that is gone"],
        essays=["bread-is-a-clock", *WITHHELD],
    )

    with django_assert_num_queries(4):
        term = client.get("/api/v1/glossary/The Warm WALL").json()

    assert term == client.get("/api/v1/glossary/oven/hearth").json()
    assert term["term"] == "Oven/hearth"
    assert [essay["slug"] for essay in term["essays"]] == ["bread-is-a-clock"]
    assert [one["term"] for one in term["related"]] == ["Repair log"]
    assert client.get("/api/v1/glossary/warm").status_code == 404
