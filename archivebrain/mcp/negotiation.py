"""Lets a client from the future in: to ``initialize`` it is offered a version that we speak.

The SDK goes by the header alone, and refuses one it has never heard of before it reads that
the client has only come to ask.
"""

import json
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

VERSION_HEADER = b"mcp-protocol-version"
INITIALIZE = "initialize"


class Negotiating:
    """In front of the SDK, behind the limit on bodies, which hands on a body in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        if _is_initialize(first.get("body", b"")):
            headers = [pair for pair in scope["headers"] if pair[0] != VERSION_HEADER]
            scope = {**scope, "headers": headers}
        await self._app(scope, _again(first, receive), send)


def _is_initialize(body: bytes) -> bool:
    if INITIALIZE.encode() not in body:
        return False
    try:
        message: Any = json.loads(body)
    except (ValueError, RecursionError):
        return False  # the SDK says what is wrong with it
    return isinstance(message, dict) and message.get("method") == INITIALIZE


def _again(first: Message, receive: Receive) -> Receive:
    """The message that was looked at, then those that follow it."""
    waiting = [first]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received
