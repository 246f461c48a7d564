"""Servers that speak the vendors' wire formats, and a brief to send them."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from archivebrain.providers.retrying import Patience
from archivebrain.providers.types import Brief
from tests.archivebrain.answering.passages import historical, source

Event = dict[str, Any]


@pytest.fixture
def brief() -> Brief:
    """Two sources: one dated, with a heading; one old and undated."""
    return Brief(
        question="What is bread?",
        author="Ines Calder",
        sources=(
            source(
                1,
                "Heat is patient.",
                "The crust keeps its heat longer than the crumb.",
                title="Bread is a clock",
                heading_path=("The oven",),
            ),
            historical(source(2, "Rope is the oldest debt of the quay.", title="Ropes", year=None)),
        ),
        today=date(2026, 11, 30),
        archive_from=date(2018, 3, 11),
        archive_to=date(2026, 4, 12),
    )


@pytest.fixture
def patience() -> Patience:
    """Short enough for a test, in the proportions of the real one."""
    return Patience(
        read_seconds=2.0,
        total_seconds=3.0,
        retry_window_seconds=1.0,
        retries=2,
        first_pause_seconds=0.01,
    )


Reply = Callable[[dict[str, Any]], Response]


@dataclass
class FakeServer:
    """Answers from a list of replies, in order, and keeps what it was sent.

    ``counts``: what it counts, in order, the last for ever; ``counted``: what it was to count.
    """

    url: str
    replies: list[Reply] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [900])
    counted: list[dict[str, Any]] = field(default_factory=list)

    def handle(self, request: Request) -> Response:
        body = request.get_json()
        self.bodies.append(body)
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        return self.replies.pop(0)(body)

    def count(self, request: Request) -> Response:
        self.counted.append(request.get_json())
        count = self.counts.pop(0) if len(self.counts) > 1 else self.counts[0]
        return Response(json.dumps({"input_tokens": count}), content_type="application/json")

    def will(self, *replies: Reply) -> None:
        self.replies.extend(replies)


@pytest.fixture
def messages_server(httpserver: HTTPServer) -> FakeServer:
    """Anthropic's ``POST /v1/messages``, and what counts tokens before it."""
    server = FakeServer(httpserver.url_for("").rstrip("/"))
    counting = httpserver.expect_request("/v1/messages/count_tokens", method="POST")
    counting.respond_with_handler(server.count)
    httpserver.expect_request("/v1/messages", method="POST").respond_with_handler(server.handle)
    return server


@pytest.fixture
def chat_server(httpserver: HTTPServer) -> FakeServer:
    """OpenAI's ``POST /v1/chat/completions``."""
    server = FakeServer(httpserver.url_for("/v1"))
    httpserver.expect_request("/v1/chat/completions", method="POST").respond_with_handler(
        server.handle
    )
    return server


def error(status: int, payload: Any, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda body: Response(
        json.dumps(payload), status, {"content-type": "application/json", **named}
    )


@pytest.fixture
def fails() -> Callable[..., Reply]:
    return error


def sse(events: Sequence[Event], *, pause: float = 0.0) -> Iterator[bytes]:
    for event in events:
        time.sleep(pause)
        yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def stream_events(blocks: Sequence[Event], *, stop: str | None, model: str) -> Iterator[Event]:
    """A message as the stream brings it; without ``stop`` it breaks off in the last block."""
    usage = {
        "input_tokens": 900,
        "output_tokens": 1,
        "cache_read_input_tokens": 100,
        "cache_creation_input_tokens": 0,
    }
    yield {
        "type": "message_start",
        "message": {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        },
    }
    yield {"type": "ping"}
    for index, block in enumerate(blocks):
        yield from block_events(index, block)
    if stop is not None:
        yield {
            "type": "message_delta",
            "delta": {"stop_reason": stop, "stop_sequence": None},
            "usage": {"output_tokens": 12},
        }
        yield {"type": "message_stop"}


def block_events(index: int, block: Event) -> Iterator[Event]:
    empty = {"text": "", "thinking": "", "signature": ""}
    start = {key: empty.get(key, value) for key, value in block.items() if key != "citations"}
    yield {"type": "content_block_start", "index": index, "content_block": start}
    if block["type"] == "thinking":
        yield delta(index, {"type": "thinking_delta", "thinking": block["thinking"]})
    if block["type"] == "text":
        half = len(block["text"]) // 2
        for part in (block["text"][:half], block["text"][half:]):
            yield delta(index, {"type": "text_delta", "text": part})
        for citation in block.get("citations", ()):
            yield delta(index, {"type": "citations_delta", "citation": citation})
    yield {"type": "content_block_stop", "index": index}


def delta(index: int, change: Event) -> Event:
    return {"type": "content_block_delta", "index": index, "delta": change}


@pytest.fixture
def streams() -> Callable[..., Reply]:
    """A streamed message of the given content blocks."""

    def make(
        *blocks: Event, stop: str | None = "end_turn", after: Sequence[Event] = (), pause: float = 0
    ) -> Reply:
        def reply(body: dict[str, Any]) -> Response:
            events = [*stream_events(blocks, stop=stop, model=body["model"]), *after]
            return Response(
                sse(events, pause=pause), content_type="text/event-stream", direct_passthrough=True
            )

        return reply

    return make


@pytest.fixture
def says() -> Callable[..., Reply]:
    """A chat completion with the given text."""

    def make(text: Any, *, finish: str | None = "stop", **extra: Any) -> Reply:
        choice = {
            "index": 0,
            "finish_reason": finish,
            "message": {"role": "assistant", "content": text, **extra},
        }
        reply = {
            "id": "c1",
            "object": "chat.completion",
            "choices": [choice],
            "usage": {"prompt_tokens": 900, "completion_tokens": 12, "total_tokens": 912},
        }
        return lambda body: Response(json.dumps(reply), content_type="application/json")

    return make


@pytest.fixture
def raw_server() -> Iterator[Callable[[bytes], str]]:
    """Serves exactly these bytes to one connection after another, then hangs up."""
    listeners: list[socket.socket] = []

    def serve(reply: bytes) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        threading.Thread(target=answer_all, args=(listener, reply), daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield serve
    for listener in listeners:
        listener.close()


def answer_all(listener: socket.socket, reply: bytes) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:  # the fixture closed it
            return
        with connection:
            connection.recv(65536)
            connection.sendall(reply)
