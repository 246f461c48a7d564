"""The list for language models: public pages, views that are held, and nothing withheld."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from archivebrain.mcp.endpoint import PATHS
from archivebrain.web.llms import MCP_PATH
from ledger.models import Concept, Position
from retrieval.models import Essay, GlossaryTerm

pytestmark = pytest.mark.django_db


def essay(slug: str, *, published: date | None = None, **fields: str) -> Essay:
    given = {"title": slug.title(), "body": "Hills are hard.", "visibility": "public", **fields}
    origin = "front_matter" if published else "unknown"
    return Essay.objects.create(slug=slug, published_on=published, published_origin=origin, **given)


def listed(client: Client) -> str:
    response = client.get("/llms.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    return response.content.decode()


def test_each_line_is_one_of_the_forms_that_the_format_knows(client: Client, settings: Any) -> None:
    settings.ARCHIVEBRAIN_AUTHOR = "ada\nExample"
    essay("hills", published=date(2021, 5, 16), title="Hills [are]\n## hard")
    GlossaryTerm.objects.create(term="Slack", definition="Time that\nis nobody's.")

    first, *lines = listed(client).splitlines()

    assert first == "# Ada Example, in answers"
    form = re.compile(r"|> .+|## [\w .]+|- \[(?:[^\[\]\\]|\\.)+\]\(https?://[^\s()]+\)(?:: .+)?")
    assert [line for line in lines if not form.fullmatch(line)] == []
    assert sum(line.startswith("> ") for line in lines) == 1


@pytest.mark.parametrize("visibility", ["unlisted", "draft", "private"])
def test_what_is_not_public_is_not_listed(client: Client, visibility: str) -> None:
    essay("open", published=date(2020, 1, 1))
    essay("orrery", published=date(2021, 1, 1), visibility=visibility)

    page = listed(client)

    assert "/essays/open/" in page
    assert "orrery" not in page.casefold()


def test_essays_stand_under_their_years_newest_first_and_undated_ones_last(client: Client) -> None:
    essay("old", published=date(2018, 5, 20))
    essay("new", published=date(2021, 5, 16))
    essay("timeless")

    headings = re.findall(r"^## (Essays.*)$", listed(client), re.MULTILINE)

    assert headings == ["Essays of 2021", "Essays of 2018", "Essays without a date"]


def test_only_views_that_are_held_stand_as_positions_and_the_change_has_its_link(
    client: Client,
) -> None:
    essay("old", published=date(2018, 5, 20))
    essay("new", published=date(2021, 5, 16))
    concept = Concept.objects.create(slug="e-bikes", name="E-bikes")
    kept = {"concept": concept, "receipt": "Hills are hard."}
    earlier = Position.objects.create(
        key="a", stance="Cheating.", essay_slug="old", dated=date(2018, 5, 20), **kept
    )
    Position.objects.create(
        key="b",
        stance="Bicycles.",
        essay_slug="new",
        dated=date(2021, 5, 16),
        supersedes=earlier,
        change="reversed",
        **kept,
    )

    page = listed(client)

    assert "[E-bikes: Bicycles.]" in page
    assert "Cheating." not in page
    assert page.count("/evolution/e-bikes/") == 2


def test_programs_find_their_addresses(client: Client, settings: Any) -> None:
    page = listed(client)

    assert MCP_PATH in PATHS
    for path in ("/api/v1/docs", "/api/v1/schema", MCP_PATH):
        assert f"({settings.ARCHIVEBRAIN_SITE_URL}{path})" in page


def test_a_list_that_did_not_change_is_not_sent_again_and_one_that_did_is(client: Client) -> None:
    essay("open", published=date(2020, 1, 1))
    first = client.get("/llms.txt")
    known = {"If-None-Match": first.headers["ETag"]}

    assert "max-age=300" in first.headers["Cache-Control"]
    assert client.get("/llms.txt", headers=known).status_code == 304
    Essay.objects.filter(slug="open").update(visibility="private")
    assert client.get("/llms.txt", headers=known).status_code == 200
