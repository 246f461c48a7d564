"""Calls tools at ``/mcp`` as a program does: by HTTP, through the application, without a port."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx2
from asgiref.sync import async_to_sync

from archivebrain.asgi import application, mcp

SITE = "http://localhost"
HEADERS = {"accept": "application/json, text/event-stream"}


@dataclass(frozen=True, slots=True)
class Call:
    """A tool by its name, and what it is given."""

    tool: str
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Returned:
    """``text``: the whole reply, whatever it says. ``is_done``: whether the tool did its work."""

    text: str
    is_done: bool


def called(calls: Sequence[Call]) -> list[Returned]:
    """What each call returned, in their order."""
    return async_to_sync(_called)(calls)


async def _called(calls: Sequence[Call]) -> list[Returned]:
    transport = httpx2.ASGITransport(app=application)  # type: ignore[arg-type] # looser there
    async with (
        mcp.lifespan(),
        httpx2.AsyncClient(transport=transport, base_url=SITE, headers=HEADERS) as client,
    ):
        return [_read(await client.post("/mcp", json=_message(call))) for call in calls]


def _message(call: Call) -> dict[str, Any]:
    params = {"name": call.tool, "arguments": dict(call.arguments)}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def _read(reply: httpx2.Response) -> Returned:
    if reply.status_code != HTTPStatus.OK:
        return Returned(reply.text, is_done=False)
    result = reply.json().get("result", {"isError": True})
    return Returned(reply.text, is_done=not result.get("isError"))
