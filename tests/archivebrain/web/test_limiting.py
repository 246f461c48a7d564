"""Pages under a limit: an honest 429 with its headers, for htmx and without; keys stay out."""

import logging
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import Client

from archivebrain.access.key_form import new_key
from archivebrain.access.limits import Verdict
from archivebrain.web.limiting import refusal

pytestmark = pytest.mark.django_db

EVENTS = {"Accept": "text/event-stream"}
COVERED = "Why does frequency beat speed in a timetable?"


@pytest.fixture
def client(reader: Any, settings: Any) -> Client:
    """A visitor with an address of their own and a small quota."""
    settings.ADDRESS_UNITS_PER_MINUTE, settings.ADDRESS_UNITS_PER_DAY = 21, 300
    number = int(reader.identity[:8], 16)
    return Client(REMOTE_ADDR=f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1")


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_the_question_above_the_quota_is_a_429_that_says_when(
    client: Client, headers: dict[str, str]
) -> None:
    for _ in range(2):
        reply = client.post("/", {"question": "Hello!"}, headers=headers)
        assert reply.status_code == 200
        assert reply.headers["RateLimit-Policy"] == '"burst";q=21;w=60, "day";q=300;w=86400'

    refused = client.post("/", {"question": COVERED}, headers=headers)

    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "That was a lot in a short time." in refused.content.decode()
    assert ("<!doctype html>" in refused.content.decode()) == (not headers)


def test_a_search_costs_a_tenth_of_a_question(client: Client) -> None:
    client.post("/", {"question": "Hello!"})
    client.post("/", {"question": "Hello!"})

    assert client.get("/search/", {"q": "bread"}).status_code == 200
    assert client.get("/search/", {"q": "bread"}).status_code == 429
    assert client.get("/search/").status_code == 200


@pytest.mark.parametrize("headers", [{}, EVENTS], ids=["page", "events"])
@pytest.mark.parametrize("address", ["/", "/stream/"])
def test_a_question_that_could_not_be_asked_costs_nothing(
    client: Client, address: str, headers: dict[str, str]
) -> None:
    for _ in range(4):
        refused = client.post(address, {"question": ""}, headers=headers)
        assert refused.status_code == 422


def test_a_search_that_could_not_be_made_costs_nothing(client: Client) -> None:
    for _ in range(23):
        assert client.get("/search/", {"q": "\u200b"}).status_code == 422


def broken(*_: object, **__: object) -> None:
    raise RuntimeError


@pytest.mark.parametrize(
    ("address", "name"), [("/", "web.asking.ask"), ("/stream/", "web.streaming.ask")]
)
def test_a_question_that_our_side_failed_at_costs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str, name: str
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr(f"archivebrain.{name}", broken)

    codes = [client.post(address, {"question": COVERED}).status_code for _ in range(4)]

    assert codes == [500] * 4


def test_a_search_that_our_side_failed_at_costs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("archivebrain.web.searching.search", broken)

    codes = {client.get("/search/", {"q": "bread"}).status_code for _ in range(23)}

    assert codes == {500}


def test_a_stream_that_broke_off_costs_nothing_and_one_that_is_told_says_what_is_left(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "RateLimit" in streamed(client, "Hello!").headers
    monkeypatch.setattr("archivebrain.answering.events.ask", broken)

    for _ in range(4):
        response = streamed(client, COVERED)
        assert response.status_code == 200
        with pytest.raises(RuntimeError):
            read_whole(response)


def streamed(client: Client, question: str) -> StreamingHttpResponse:
    response = client.post("/stream/", {"question": question}, headers=EVENTS)
    assert isinstance(response, StreamingHttpResponse)
    return response


def read_whole(response: Any) -> None:
    async def read() -> None:
        async for _ in response.streaming_content:
            pass

    async_to_sync(read)()


@pytest.mark.usefixtures("no_redis")
def test_without_redis_pages_answer_and_limits_hold(client: Client) -> None:
    codes = [client.post("/", {"question": "Hello!"}).status_code for _ in range(3)]

    assert codes == [200, 200, 429]


@pytest.mark.parametrize(
    ("seconds", "wait"),
    [(1, "1 second"), (59, "59 seconds"), (61, "2 minutes"), (7200, "2 hours")],
)
def test_the_wait_is_told_in_the_largest_whole_span(seconds: int, wait: str) -> None:
    verdict = Verdict(is_allowed=False, headers={}, retry_after=seconds)

    assert refusal(verdict).endswith(f"Try again in {wait}.")


@pytest.mark.parametrize(
    "address", ["/search/?q=bread&key={}", "/?{}", "/essays/{}/", "/nowhere/%61b_live_{}"]
)
def test_a_key_in_an_address_is_refused_and_never_logged(
    client: Client, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    key = new_key().text
    sent = address.format(key.removeprefix("ab_live_") if "%61" in address else key)

    with caplog.at_level(logging.DEBUG):
        refused = client.get(sent)

    assert refused.status_code == 400
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["type"].endswith("#key-in-url")
    assert key[-20:] not in caplog.text + refused.content.decode()
