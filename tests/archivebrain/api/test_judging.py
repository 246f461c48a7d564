"""Quotes are verified as everywhere; feedback is a verdict and holds no reader's words."""

from typing import Any

import pytest
from django.test import Client

from archivebrain.models import Feedback

ANSWER = "0123456789abcdef0123456789abcdef"


def sent(client: Client, address: str, body: dict[str, object]) -> Any:
    return client.post(f"/api/v1/{address}", body, content_type="application/json")


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_verified_quote_names_essay_words_and_place(client: Client) -> None:
    found = sent(client, "verify-quote", {"quote": "bread is a clock"}).json()

    words = {"words", "essay", "deep_link", "dated"}
    assert set(found) == words | {
        *("quote", "verdict", "match", "first", "parts", "differences", "positions")
    }
    assert found["verdict"] in {"verbatim", "altered"}
    assert set(found["essay"]) == {"slug", "title", "url", "published"}


@pytest.mark.django_db
def test_a_quote_without_words_is_a_422(client: Client) -> None:
    response = sent(client, "verify-quote", {"quote": "…"})

    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "quote"


@pytest.mark.django_db
def test_a_second_verdict_on_an_answer_takes_the_place_of_the_first(client: Client) -> None:
    sent(client, "feedback", {"answer": ANSWER, "verdict": "right"})
    response = sent(
        client,
        "feedback",
        {"answer": ANSWER, "verdict": "wrong", "reasons": ["outdated", "misquoted", "outdated"]},
    )

    kept = Feedback.objects.get()
    assert response.status_code == 200
    assert (kept.verdict, kept.reasons) == ("wrong", ["misquoted", "outdated"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [
        {"answer": ANSWER, "verdict": "wrong", "reasons": ["my own words"]},
        {"answer": ANSWER, "verdict": "wrong", "comment": "my own words"},
        {"answer": ANSWER, "verdict": "right", "reasons": ["outdated"]},
        {"answer": "my own words", "verdict": "right"},
        {"answer": ANSWER + "\n", "verdict": "right"},
        {"answer": ANSWER, "verdict": "my own words"},
    ],
)
def test_no_words_of_a_readers_can_be_left_behind(client: Client, body: dict[str, object]) -> None:
    assert sent(client, "feedback", body).status_code == 422
    assert not Feedback.objects.exists()


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_an_essay_that_nobody_published_cannot_be_named(client: Client) -> None:
    response = sent(client, "verify-quote", {"quote": "Bread", "essay": "never-written"})

    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == ["essay"]
