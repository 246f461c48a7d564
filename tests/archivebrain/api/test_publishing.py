"""A signed delivery publishes or withdraws one essay, once; nobody else can."""

import base64
import json
import time
from typing import Any

import pytest
from django.test import Client

from archivebrain.api.signatures import signature
from archivebrain.models import Delivery
from retrieval.models import Essay

pytestmark = [pytest.mark.torch, pytest.mark.django_db]

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
PATH = "essays/2026-05-01-the-night-oven.md"
ESSAY = "---\ntitle: The Night Oven\n---\n\nA night oven bakes while the baker sleeps.\n"


@pytest.fixture(autouse=True)
def _secret(settings: Any) -> None:
    settings.PUBLISH_SECRET = SECRET


def deliver(
    client: Client,
    body: object,
    *,
    name: str = "msg-1",
    at: int | None = None,
    changed: dict[str, str] | None = None,
) -> Any:
    raw = json.dumps(body).encode()
    stamp = str(at or int(time.time()))
    headers = {
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": signature(name, stamp, raw, secret=SECRET),
        **(changed or {}),
    }
    return client.post("/api/v1/publish", raw, content_type="application/json", headers=headers)


def published(markdown: str = ESSAY, path: str = PATH) -> dict[str, object]:
    return {"type": "essay.published", "data": {"path": path, "markdown": markdown}}


def withdrawn(slug: str) -> dict[str, object]:
    return {"type": "essay.withdrawn", "data": {"slug": slug}}


def test_a_delivered_essay_can_be_read_found_and_cited_at_once(client: Client) -> None:
    outcome = deliver(client, published()).json()

    assert outcome == {
        "outcome": "new",
        "slug": "the-night-oven",
        "visibility": "public",
        "warnings": [],
    }
    assert client.get("/api/v1/essays/the-night-oven").json()["title"] == "The Night Oven"
    hits = client.get("/api/v1/search?q=night+oven").json()["results"]
    assert hits[0]["essay"]["slug"] == "the-night-oven"


def test_the_same_file_again_changes_nothing_and_a_newer_one_changes_the_essay(
    client: Client,
) -> None:
    deliver(client, published())
    again = deliver(client, published(), name="msg-2").json()
    newer = deliver(client, published(ESSAY + "\nMore.\n"), name="msg-3").json()

    assert (again["outcome"], newer["outcome"]) == ("unchanged", "changed")
    assert Essay.objects.get().body.endswith("More.\n")


def test_two_files_of_one_name_and_title_in_two_folders_stay_two_essays(client: Client) -> None:
    for number, year in enumerate(("2025", "2026")):
        text = f"---\ntitle: Notes\ndate: 2025-01-05\n---\n\nWhat I read in {year}.\n"
        deliver(client, published(text, f"{year}/notes.md"), name=f"msg-{number}")

    assert dict(Essay.objects.values_list("slug", "body")) == {
        "notes": "\nWhat I read in 2025.\n", "2026-notes": "\nWhat I read in 2026.\n",
    }  # fmt: skip


def test_a_delivered_copy_joins_its_original_and_hides_it_with_itself(client: Client) -> None:
    page = (
        '<head><link rel="canonical" href="https://own.example/oven">{}'
        '<meta property="og:url" content="https://hub.example/oven"><title>An Oven</title></head>'
        "<article><h1>An Oven</h1><p>A night oven bakes while the baker sleeps.</p></article>"
    )
    hidden = '<meta name="robots" content="noindex">'
    there = ESSAY.replace("---\n\n", "canonical_url: https://own.example/oven\n---\n\n")
    deliver(client, published(there))

    told = [
        deliver(client, delivered_page(page.format(more)), name=f"msg-{more}").json()
        for more in ("", hidden)
    ]

    assert [one["outcome"] for one in told] == ["changed", "hidden"]
    assert [one["slug"] for one in told] == ["oven", "oven"]
    assert "it is another place of 'oven'." in told[0]["warnings"]
    assert Essay.objects.get().visibility == "unlisted"


def delivered_page(html: str) -> dict[str, object]:
    return {"type": "essay.published", "data": {"path": "hub/oven.html", "html": html}}


def test_a_withdrawn_essay_is_missing_at_once_and_a_newer_file_opens_it_again(
    client: Client,
) -> None:
    deliver(client, published())
    outcome = deliver(client, withdrawn("the-night-oven"), name="msg-2").json()
    gone = client.get("/api/v1/essays/the-night-oven").status_code
    back = deliver(client, published(), name="msg-3").json()

    assert (outcome["outcome"], outcome["visibility"], gone) == ("hidden", "private", 404)
    assert (back["outcome"], back["visibility"]) == ("changed", "public")


def test_a_draft_that_is_delivered_stays_unseen(client: Client) -> None:
    outcome = deliver(client, published(ESSAY.replace("---\n\n", "draft: true\n---\n\n"))).json()

    assert outcome["visibility"] == "draft"
    assert client.get("/api/v1/essays/the-night-oven").status_code == 404


def test_a_replay_is_refused_and_undoes_nothing(client: Client) -> None:
    now = int(time.time())
    deliver(client, published(), name="msg-1", at=now)
    deliver(client, withdrawn("the-night-oven"), name="msg-2", at=now)

    replay = deliver(client, published(), name="msg-1", at=now)

    assert replay.status_code == 409
    assert Essay.objects.get().visibility == "private"


def test_a_retry_is_told_what_came_of_the_first_try_and_does_nothing(client: Client) -> None:
    now = int(time.time()) - 60
    first = deliver(client, published(), name="msg-1", at=now).json()
    deliver(client, withdrawn("the-night-oven"), name="msg-2")

    retry = deliver(client, published(), name="msg-1", at=now + 30)

    assert retry.json() == first
    assert Essay.objects.get().visibility == "private"
    assert deliver(client, published(), name="msg-1", at=now + 30).status_code == 409


def test_without_a_secret_the_address_says_so_and_takes_nothing(
    client: Client, settings: Any
) -> None:
    settings.PUBLISH_SECRET = ""

    response = deliver(client, published())

    assert response.status_code == 404
    assert "PUBLISH_SECRET" in response.json()["detail"]


@pytest.mark.parametrize(
    "changed",
    [
        {"webhook-signature": "v1,AAAA"},
        {"webhook-id": "another"},
        {"webhook-timestamp": "1"},
        {"webhook-signature": ""},
    ],
)
def test_a_delivery_that_is_not_signed_is_a_401(client: Client, changed: dict[str, str]) -> None:
    assert deliver(client, published(), changed=changed).status_code == 401
    assert not Essay.objects.exists()


def test_a_session_of_the_authors_publishes_nothing(admin_client: Client) -> None:
    response = admin_client.post("/api/v1/publish", published(), content_type="application/json")

    assert response.status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        published(path="../outside.md"),
        published(path="/etc/passwd.md"),
        published(path="essay.exe"),
        published(path="a\x00b.md"),
        published(path="x" * 300 + ".md"),
        published("---\ntitle: [broken\n---\n"),
        {"type": "essay.published", "data": {"slug": "a", "path": PATH, "markdown": "b"}},
        {"type": "essay.published", "data": {"path": PATH}},
        {"type": "essay.published", "data": {"path": PATH, "html": "<p>b"}},
        {"type": "essay.published", "data": {"path": "a.html", "markdown": "b"}},
        {"type": "essay.published", "data": {"path": "a.html", "markdown": "b", "html": "<p>b"}},
        {"type": "essay.deleted", "data": {}},
        {"type": "essay.withdrawn", "data": {"path": PATH}},
        withdrawn("never-written"),
        {"type": "essay.published"},
        [],
    ],
)
def test_a_delivery_that_cannot_be_carried_out_is_a_422_and_may_be_tried_again(
    client: Client, body: object
) -> None:
    response = deliver(client, body)

    assert response.status_code == 422, response.content
    assert not Essay.objects.exists()
    assert not Delivery.objects.exists()


def test_an_essay_written_at_the_desk_is_not_withdrawn_by_a_delivery(client: Client) -> None:
    Essay.objects.create(slug="by-hand", title="T", body="B", visibility="public")

    response = deliver(client, withdrawn("by-hand"))

    assert response.status_code == 422
    assert Essay.objects.get().visibility == "public"
