"""The page for quotations: a verdict in words, with where the words stand; nothing withheld."""

from typing import Any

import pytest
from django.test import Client

from archivebrain.access.principals import Principal
from retrieval.models import Essay

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

ESSAY = "bread-is-a-clock"


@pytest.fixture
def _a_known_sentence(sample_archive: None) -> None:
    Essay.objects.filter(slug=ESSAY).update(body="I don’t trust a quick—oven, and never did.")


def verdict_on(client: Client, quote: str, **headers: str) -> str:
    response = client.post("/verify/", {"quote": quote}, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_asks_for_a_quotation(client: Client) -> None:
    page = client.get("/verify/").content.decode()

    assert 'name="quote"' in page
    assert "<article" not in page


@pytest.mark.usefixtures("_a_known_sentence")
@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("I don’t trust a quick—oven, and never did.", "Yes, word for word."),
        ("I don't trust a quick—oven, and never did.", "Yes, in the same words"),
    ],
)
def test_words_that_stand_there_are_shown_with_their_essay(
    client: Client, quote: str, verdict: str
) -> None:
    page = verdict_on(client, quote)

    assert verdict in page
    assert f"/essays/{ESSAY}/#" in page
    assert "I don’t trust a quick—oven" in page


def test_where_only_capital_letters_differ_the_page_says_so(client: Client) -> None:
    body = Essay.objects.get(slug=ESSAY).body
    line = next(line for line in body.split("\n") if ". " in line and line[0].isalpha())
    sentence = line.split(". ")[0]

    page = verdict_on(client, sentence.lower())

    assert "Not quite: only capital letters differ." in page
    assert "Yes" not in page.split("<article")[1]


def test_changed_words_are_never_called_said_and_the_true_ones_are_shown(client: Client) -> None:
    body = Essay.objects.get(slug=ESSAY).body
    true = next(line for line in body.split("\n") if ". " in line and line[0].isalpha())
    sentence = true.split(". ")[0]

    page = verdict_on(client, f"{sentence.rsplit(' ', 1)[0]} elephants")

    assert "Not in these words" in page
    assert "Yes" not in page.split("<article")[1]
    assert f"/essays/{ESSAY}/#" in page
    assert "</span>elephants</del>" in page
    assert f"</span>{sentence.rsplit(' ', 1)[1]}</ins>" in page


def test_an_unknown_essay_is_named_as_the_fault_and_nothing_typed_is_lost(client: Client) -> None:
    response = client.post("/verify/", {"quote": "Bread", "essay": "never written"})
    page = response.content.decode()

    assert response.status_code == 422
    assert "No public essay has this slug or title." in page
    assert 'value="never written"' in page
    assert ">Bread</textarea>" in page


def test_words_of_a_withheld_essay_are_not_found(client: Client) -> None:
    quote = "Zyzzyva quorpled the marmoreal blibbet"
    Essay.objects.create(slug="w", title="Withheld", body=f"{quote}.", visibility="draft")

    page = verdict_on(client, quote)

    assert "Neither these words" in page
    assert "Withheld" not in page


def test_htmx_gets_the_verdict_alone_and_caches_are_told_that_it_differs(client: Client) -> None:
    response = client.post("/verify/", {"quote": "Bread"}, headers={"HX-Request": "true"})

    assert response.content.decode().lstrip().startswith("<article")
    assert "HX-Request" in response.headers["Vary"]


@pytest.mark.parametrize("quote", ["", "…", "x" * 2001], ids=["empty", "no word", "too long"])
def test_what_cannot_be_looked_for_is_a_422_with_a_sentence(client: Client, quote: str) -> None:
    response = client.post("/verify/", {"quote": quote})

    assert response.status_code == 422
    assert "turn-fault" in response.content.decode()


def test_a_pasted_script_is_shown_as_words(client: Client) -> None:
    page = verdict_on(client, "<script>alert(1)</script> bread")

    assert "<script>alert" not in page


def test_who_asked_a_lot_is_told_how_long_to_wait(reader: Principal, settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE = 10
    number = int(reader.identity[:8], 16)
    own = Client(REMOTE_ADDR=f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1")
    statuses = [own.post("/verify/", {"quote": "Bread"}).status_code for _ in range(11)]

    assert statuses == [200] * 10 + [429]
