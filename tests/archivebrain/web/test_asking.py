"""The ask page: whole without JavaScript, a fragment for htmx, honest status codes."""

import pytest
from django.test import Client

from gaps.models import Gap

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

COVERED = "Why does frequency beat speed in a timetable?"
UNCOVERED = "What does the author think of Kubernetes operators?"


def test_a_posted_question_is_answered_on_a_whole_page_with_a_cited_quotation(
    client: Client,
) -> None:
    page = client.post("/", {"question": COVERED}).content.decode()

    assert "<!doctype html>" in page
    assert "A Timetable Is a Promise" in page
    assert "18 November 2018" in page
    assert "/essays/a-timetable-is-a-promise/#" in page


def test_htmx_gets_the_turn_alone_and_caches_are_told_that_it_differs(client: Client) -> None:
    response = client.post("/", {"question": COVERED}, headers={"HX-Request": "true"})

    assert response.content.decode().lstrip().startswith("<article")
    assert "HX-Request" in response.headers["Vary"]


def test_an_uncovered_question_is_declined_in_the_sites_words_and_becomes_a_gap(
    client: Client,
) -> None:
    page = client.post("/", {"question": UNCOVERED}).content.decode()

    assert "turn-declined" in page
    assert 'class="sources"' not in page
    assert [gap.question for gap in Gap.objects.all()] == [UNCOVERED]
    assert Gap.objects.get().surface == "page"


def test_a_greeting_gets_the_sites_own_answer_and_no_gap(client: Client) -> None:
    page = client.post("/", {"question": "Hello!"}).content.decode()

    assert 'class="sources"' not in page
    assert not Gap.objects.exists()


@pytest.mark.parametrize("question", ["", "   ", "x" * 2001], ids=["empty", "blank", "too long"])
def test_a_question_that_cannot_be_asked_is_a_422_with_a_sentence(
    client: Client, question: str
) -> None:
    response = client.post("/", {"question": question})

    assert response.status_code == 422
    assert "turn-fault" in response.content.decode()
    assert not Gap.objects.exists()


def test_a_readers_words_come_back_escaped(client: Client) -> None:
    page = client.post("/", {"question": "<script>alert(1)</script> bread?"}).content.decode()

    assert "<script>alert" not in page


def test_a_question_in_another_script_gets_an_ordinary_reply(client: Client) -> None:
    assert client.post("/", {"question": "パンについて何を書きましたか。"}).status_code == 200


def test_every_page_forbids_scripts_from_elsewhere_and_inline(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_declined_question_leads_to_the_passages_that_come_nearest(client: Client) -> None:
    page = client.post("/", {"question": "What of Kubernetes & pods?"}).content.decode()

    assert "/search/?q=What%20of%20Kubernetes%20%26%20pods%3F" in page
    assert "/search/?q=" not in client.post("/", {"question": COVERED}).content.decode()


def test_a_follow_up_is_answered_whole_and_the_page_says_what_was_searched(client: Client) -> None:
    asked = {"question": "And in 2018?", "earlier": ["What does he think of e-bikes?", "Hello"]}

    page = client.post("/", asked).content.decode()

    whole = "What does he think of e-bikes in 2018?"
    assert f"Searched for: {whole}" in page
    carried = (whole, "What does he think of e-bikes?", "Hello")
    fields = [f'name="earlier" value="{one}" form="ask-form"' for one in carried]
    assert [page.index(one) for one in fields] == sorted(page.index(one) for one in fields)


def test_a_declined_follow_up_is_a_gap_of_the_whole_question_and_of_nothing_else(
    client: Client,
) -> None:
    earlier = ["What does the author think of bread?", "A reader's own secret?"]

    client.post("/", {"question": "and Kubernetes operators?", "earlier": earlier})

    assert [gap.question for gap in Gap.objects.all()] == [
        "What does the author think of Kubernetes operators?"
    ]


def test_a_whole_question_says_nothing_of_what_was_searched(client: Client) -> None:
    page = client.post("/", {"question": COVERED, "earlier": ["Hello"]}).content.decode()

    assert "Searched for" not in page


def test_a_page_carries_only_the_last_questions(client: Client) -> None:
    page = client.post("/", {"question": "", "earlier": ["x" * 9000] * 40}).content.decode()

    assert page.count('name="earlier"') == 4
    assert "x" * 2001 not in page
