"""Every public way to an answer or a text, in one process: what each one lets out."""

import html
import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import StringIO
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.http import StreamingHttpResponse
from django.test import Client

from tests.archivebrain.mcp.visiting import call, text_of

JSON = "application/json"


def page(question: str) -> str:
    """What the ask page puts in place for a question."""
    reply = Client().post("/", {"question": question}, headers={"HX-Request": "true"})
    return reply.content.decode()


def stream(question: str) -> dict[str, Any]:
    """The events of the streaming page by name; of several of a kind, the last."""
    events = Client(headers={"Accept": "text/event-stream"})
    reply = events.post("/stream/", {"question": question})
    assert isinstance(reply, StreamingHttpResponse)
    content = reply.streaming_content

    async def whole() -> str:
        return b"".join([piece async for piece in content]).decode()

    told = [event.splitlines() for event in async_to_sync(whole)().strip().split("\n\n")]
    return {
        name.removeprefix("event: "): json.loads(data.removeprefix("data: ")) for name, data in told
    }


def api(question: str, **headers: str) -> Any:
    return Client(headers=headers).post("/api/v1/ask", {"question": question}, JSON).json()


def widget(question: str) -> Any:
    """The request that the widget's script sends from another site."""
    return api(question, Origin="https://www.example.org", **{"X-Surface": "widget"})


def mcp(tool: str, **arguments: str) -> Any:
    """What a tool's structured result holds."""
    return call(tool, **arguments).structured_content


def text_of_mcp(tool: str, **arguments: str) -> str:
    """What a model reads of a tool's result."""
    return text_of(call(tool, **arguments))


def result_of_mcp(tool: str, **arguments: str) -> str:
    """All that a tool gives out: its structured result, its text, or its fault."""
    return str(call(tool, **arguments))


def command(*words: str) -> str:
    """A command's standard output, whatever it exits with."""
    out = StringIO()
    with suppress(SystemExit):
        call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def get(address: str) -> str:
    return Client().get(address).content.decode()


def document(address: str) -> Any:
    return json.loads(get(address))


def verified(quote: str) -> str:
    return Client().post("/api/v1/verify-quote", {"quote": quote}, JSON).content.decode()


def asking(question: str) -> dict[str, Callable[[], str]]:
    """Each way to ask, by name."""
    return {
        "ask page": lambda: page(question),
        "stream": lambda: json.dumps(stream(question)),
        "API ask": lambda: json.dumps(api(question)),
        "widget": lambda: json.dumps(widget(question)),
        "MCP ask": lambda: result_of_mcp("ask", question=question),
        "ask command": lambda: command("ask", question),
        "ask command, JSON": lambda: command("ask", question, "--json"),
    }


def verified_on_the_page(quote: str) -> str:
    return Client().post("/verify/", {"quote": quote}).content.decode()


def kept(question: str) -> Callable[[], str]:
    """The page of an answer that is kept when it is first looked at."""

    @cache
    def address() -> str:
        seal = re.findall(r'name="sealed" value="([^"]+)"', page(question))[0]
        done = Client().post("/a/", {"sealed": html.unescape(seal)}).content.decode()
        return str(re.findall(r'href="(/a/[0-9a-f]+/)"', done)[0])

    return lambda: get(address())
