"""What an address of the API charges, and gives back."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

pytestmark = pytest.mark.django_db

QUESTION = "Why does frequency beat speed in a timetable?"


@pytest.fixture
def client(reader: Any, settings: Any) -> Client:
    """A program with an address of its own that may ask two questions."""
    settings.ADDRESS_UNITS_PER_MINUTE, settings.ADDRESS_UNITS_PER_DAY = 21, 300
    number = int(reader.identity[:8], 16)
    address = f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"
    return Client(REMOTE_ADDR=address, raise_request_exception=False)


def asked(client: Client, body: object) -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/api/v1/ask", sent, content_type="application/json")


def broken(*_: object, **__: object) -> None:
    raise RuntimeError


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"question": ""}, 422),
        ({"question": "", "stream": True}, 422),
        ({"question": QUESTION, "lanes": "vector"}, 422),
        (b"{", 400),
    ],
)
def test_what_could_not_be_asked_costs_nothing(client: Client, body: object, status: int) -> None:
    codes = [asked(client, body).status_code for _ in range(4)]

    assert codes == [status] * 4


def test_what_our_side_failed_at_costs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archivebrain.api.asking.ask", broken)

    codes = [asked(client, {"question": QUESTION}).status_code for _ in range(4)]

    assert codes == [500] * 4


def test_a_stream_that_broke_off_costs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archivebrain.answering.events.ask", broken)

    async def read(response: Any) -> None:
        async for _ in response.streaming_content:
            pass

    for _ in range(4):
        response = asked(client, {"question": QUESTION, "stream": True})
        assert (response.status_code, "RateLimit" in response.headers) == (200, True)
        with pytest.raises(RuntimeError):
            async_to_sync(read)(response)


def test_an_essay_that_is_not_there_is_an_answer_and_is_paid_for(client: Client) -> None:
    codes = [client.get("/api/v1/essays/never-written").status_code for _ in range(22)]

    assert codes == [404] * 21 + [429]
