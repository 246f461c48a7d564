"""A kept answer has a page for whoever has its address; nothing else leads there."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from archivebrain.models import KeptAnswer
from retrieval.models import Essay

QUESTION = "Why does frequency beat speed in a timetable?"


def seal_on(page: str) -> str:
    found = re.search(r'name="sealed" value="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


@pytest.fixture
def seal(client: Client, sample_archive: None) -> str:
    return seal_on(client.post("/", {"question": QUESTION}).content.decode())


def kept_page(client: Client) -> Any:
    return client.get(KeptAnswer.objects.get().get_absolute_url())


@pytest.mark.django_db
def test_an_address_that_was_never_given_says_why_it_leads_nowhere(client: Client) -> None:
    response = client.get("/a/0197f0c2b1/")

    assert response.status_code == 404
    assert "This answer is not kept" in response.content.decode()
    assert '<a href="/">Ask the question again</a>' in response.content.decode()


@pytest.mark.torch
def test_an_answer_is_kept_shown_changed_withdrawn_and_deleted(client: Client, seal: str) -> None:
    assert not KeptAnswer.objects.exists()
    done = client.post("/a/", {"sealed": seal}, headers={"HX-Request": "true"})
    link = re.search(r'href="(/a/[^"]+/delete/[^"]+/)"', done.content.decode())
    assert link is not None

    response = kept_page(client)
    page = response.content.decode()
    evidence = KeptAnswer.objects.get().evidence.all()
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert QUESTION in page
    assert all(html.escape(one.quote, quote=True) in page for one in evidence)
    assert "/delete/" not in page
    assert "The writing has changed since" not in page

    first = evidence[0]
    words = first.quote.split()
    body = Essay.objects.get(slug=first.slug).body
    Essay.objects.filter(slug=first.slug).update(body=body.replace(words[-2], "zyxomma"))
    page = kept_page(client).content.decode()
    assert "The writing has changed since" in page
    assert "<ins>" in page
    assert "zyxomma" in page.split("<ins>", 1)[1]

    Essay.objects.filter(slug=first.slug).update(visibility="private")
    page = kept_page(client).content.decode()
    assert html.escape(first.quote, quote=True) not in page
    assert first.slug not in page
    assert "What stood here rested on a text that is no longer public." in page

    assert "Delete it" in client.get(link[1]).content.decode()
    assert KeptAnswer.objects.exists()
    assert "Deleted" in client.post(link[1]).content.decode()
    assert kept_page_is_missing(client, link[1])


def kept_page_is_missing(client: Client, link: str) -> bool:
    return client.get(link.split("delete/")[0]).status_code == 404


@pytest.mark.torch
def test_what_was_not_sealed_here_is_refused_in_a_sentence(client: Client, seal: str) -> None:
    for sent in ("", f"{seal}x"):
        response = client.post("/a/", {"sealed": sent})
        assert response.status_code == 422
        assert "Ask again" in response.content.decode()
    assert not KeptAnswer.objects.exists()


@pytest.mark.torch
def test_another_link_deletes_nothing_and_an_old_answer_is_gone(client: Client, seal: str) -> None:
    client.post("/a/", {"sealed": seal})
    kept = KeptAnswer.objects.get()

    refused = client.post(f"{kept.get_absolute_url()}delete/{'0' * 64}/")
    assert refused.status_code == 404
    assert "Nothing was deleted" in refused.content.decode()

    KeptAnswer.objects.update(kept_at=kept.kept_at - timedelta(days=366))
    assert kept_page(client).status_code == 404


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_declined_question_offers_nothing_to_keep(client: Client) -> None:
    page = client.post("/", {"question": "How does one breed a zyxomma dragonfly?"})

    assert 'name="sealed"' not in page.content.decode()
