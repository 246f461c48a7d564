"""Ask and search give programs what the commands print, and nothing that is withheld."""

import json
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import Client

from gaps.models import Gap
from retrieval.models import Essay

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

COVERED = "Why does frequency beat speed in a timetable?"
UNCOVERED = "What does the author think of Kubernetes operators?"


def asked(client: Client, **body: object) -> Any:
    return client.post("/api/v1/ask", body, content_type="application/json")


def printed(*command: str) -> Any:
    out = StringIO()
    with suppress(SystemExit):  # a declined question ends the command with 3
        call_command(*command, "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def as_bytes(document: dict[str, Any], *, without: tuple[str, ...]) -> bytes:
    kept = {name: value for name, value in document.items() if name not in without}
    return json.dumps(kept, ensure_ascii=False).encode()


@pytest.mark.parametrize(("given", "counted"), [("widget", "widget"), ("page", "api"), ("", "api")])
def test_a_widget_is_counted_apart_and_nobody_can_pass_for_another_surface(
    client: Client, given: str, counted: str
) -> None:
    client.post(
        "/api/v1/ask",
        {"question": UNCOVERED},
        content_type="application/json",
        headers={"X-Surface": given},
    )

    assert Gap.objects.get().surface == counted


@pytest.mark.parametrize("question", [COVERED, UNCOVERED, "Hello!", "  Why   bread,\u200b now? "])
def test_an_answer_is_byte_for_byte_what_the_command_prints(client: Client, question: str) -> None:
    response = asked(client, question=question)

    own = ("id", "took_ms")
    assert response.status_code == 200
    assert as_bytes(response.json(), without=own) == as_bytes(printed("ask", question), without=own)


def test_as_of_is_heeded_as_the_command_heeds_it(client: Client) -> None:
    question = "Are e-bikes cheating?"

    then = asked(client, question=question, as_of="2019-01-01").json()

    own = ("id", "took_ms")
    command = printed("ask", question, "--as-of", "2019-01-01")
    assert as_bytes(then, without=own) == as_bytes(command, without=own)
    assert {one["published"] > "2019-01-01" for one in then["citations"]} == {False}


def test_a_declined_question_is_a_200_and_one_gap_of_this_surface(client: Client) -> None:
    response = asked(client, question=UNCOVERED)

    assert (response.status_code, response.json()["status"]) == (200, "declined")
    assert [(gap.question, gap.surface) for gap in Gap.objects.all()] == [(UNCOVERED, "api")]


def test_a_streamed_answer_ends_with_what_the_command_prints(client: Client) -> None:
    question = "Why does frequency beat speed in a timetable?"
    response = client.post(
        "/api/v1/ask",
        json.dumps({"question": question, "stream": True}),
        content_type="application/json",
    )

    async def pieces() -> list[bytes]:
        return [piece async for piece in response.streaming_content]  # type: ignore[attr-defined]

    *told, last = async_to_sync(pieces)()
    assert response["Content-Type"] == "text/event-stream"
    assert all(piece.startswith(b"event: sentence\n") for piece in told)
    assert last.startswith(b"event: done\ndata: ")
    document = json.loads(last.removeprefix(b"event: done\ndata: "))
    assert as_bytes(document, without=("id", "took_ms")) == as_bytes(
        printed("ask", question), without=("id", "took_ms")
    )


def test_search_gives_what_the_command_prints(client: Client) -> None:
    command = printed("search", "a promise of the timetable", "--limit", "3", "--type", "essay")

    response = client.get(
        "/api/v1/search", {"q": "a promise of the timetable", "limit": "3", "type": "essay"}
    )

    assert response.status_code == 200
    assert len(response.json()["results"]) == 3
    assert as_bytes(response.json(), without=("took_ms",)) == as_bytes(
        command, without=("took_ms",)
    )


@pytest.mark.parametrize("earlier", ["", "\x00", "Bread\x00?", "Bread \ud800?"])
def test_a_conversation_is_cleaned_as_its_question_is(client: Client, earlier: str) -> None:
    response = asked(client, question="And of bread?", conversation=[{"question": earlier}])

    assert response.status_code == 200


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({}, "question", "This is missing; add it."),
        ({"question": ""}, "question", "The question is empty"),
        ({"question": "x" * 2001}, "question", "2,001 characters"),
        ({"question": 5}, "question", "in quotation marks"),
        ({"question": "Why?", "as_of": "yesterday"}, "as_of", "write it as 2021-06-30"),
        ({"question": "Why?", "conversation": "c-1"}, "conversation", "Write a list"),
        (
            {"question": "Why?", "conversation": [{"question": "x" * 2001}]},
            "conversation.0.question",
            "2000 characters",
        ),
        ({"question": "Why?", "conversation": [{"q": "x"}]}, "conversation.0.q", "no such field"),
        (
            {"question": "Why?", "conversation": [{"question": "x"}] * 51},
            "conversation",
            "50 entries",
        ),
        ({"question": "Why?", "lanes": "vector"}, "lanes", "no such field"),
    ],
)
def test_a_question_that_cannot_be_asked_is_a_422_that_names_the_field(
    client: Client, body: dict[str, object], field: str, words: str
) -> None:
    response = client.post("/api/v1/ask", body, content_type="application/json")

    (error,) = response.json()["errors"]
    assert response.status_code == 422
    assert error["field"] == field
    assert words in error["detail"]
    assert not Gap.objects.exists()


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "q"),
        ("q=", "q"),
        ("q=" + "x" * 2001, "q"),
        ("q=a&q=b", "q"),
        ("q=bread&limit=0", "limit"),
        ("q=bread&limit=101", "limit"),
        ("q=bread&as_of=2020-13-01", "as_of"),
        ("q=bread&year=0", "year"),
        ("q=bread&year=10000", "year"),
        ("q=bread&type=poem", "type"),
        ("q=bread&language=d%25", "language"),
        ("q=bread&lanes=vector", "lanes"),
    ],
)
def test_a_search_that_cannot_be_made_is_a_422_that_names_the_parameter(
    client: Client, query: str, field: str
) -> None:
    response = client.get(f"/api/v1/search?{query}")

    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_a_follow_up_is_answered_as_the_whole_question_that_it_is_made_into(
    client: Client,
) -> None:
    whole = "What does he think of e-bikes in 2018?"
    before = [{"question": "What does he think of e-bikes?", "answer": "Ask of bread instead."}]

    follow_up = asked(client, question="And in 2018?", conversation=before).json()
    alone = asked(client, question=whole, conversation=before).json()

    assert (follow_up["searched_for"], alone["searched_for"]) == (whole, None)
    own = ("id", "took_ms", "searched_for")
    assert as_bytes(follow_up, without=own) == as_bytes(alone, without=own)


def test_a_search_in_one_language_finds_what_is_written_in_it(client: Client) -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(language="de-CH")

    found = client.get("/api/v1/search", {"q": "an electric bicycle", "language": "de"}).json()

    assert {one["essay"]["slug"] for one in found["results"]} == {"bread-is-a-clock"}


def test_a_search_of_one_year_finds_what_that_year_published(client: Client) -> None:
    found = client.get("/api/v1/search", {"q": "an electric bicycle", "year": "2018"}).json()

    assert {result["essay"]["published"][:4] for result in found["results"]} == {"2018"}


def test_a_search_opens_no_session_and_adds_only_its_trace_to_the_commands_queries(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    client.get("/api/v1/search", {"q": "bread"})

    # Three of them keep the trace: its savepoint and the row.
    with django_assert_max_num_queries(13) as asked_of_the_database:
        client.get("/api/v1/search", {"q": "bread"})

    assert not any("session" in query["sql"] for query in asked_of_the_database)
