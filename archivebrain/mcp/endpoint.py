"""``/mcp``: an ASGI application beside Django's own, for POST alone and a browser's preflight.

What the SDK leaves open is decided here, before it reads a body: method, host, origin, key.
"""

import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any

import anyio
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError, close_old_connections
from django.http import HttpRequest
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import (
    RequestBodyLimitMiddleware,
    TransportSecuritySettings,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from archivebrain.access.principals import KeyInAddress, KeyRefused, Principal, principal_of
from archivebrain.lending import threads
from archivebrain.mcp import visits
from archivebrain.mcp.doors import is_our_host, is_our_origin, is_preflight, permission
from archivebrain.mcp.negotiation import Negotiating
from archivebrain.mcp.server import STORE_DOWN, Archive, archive
from archivebrain.mcp.visits import Visit

# Both, because a redirect turns a POST into a GET.
PATHS = ("/mcp", "/mcp/")
MAX_BODY_BYTES = 64 * 1024
INVALID_REQUEST = -32600

log = logging.getLogger(__name__)


class Endpoint:
    """Serves while its ``lifespan`` lasts: stateless, plain JSON, no session and no stream."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._protocol: ASGIApp | None = None

    def serves(self, path: str) -> bool:
        return path in PATHS

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        # The SDK's manager runs once, and a test may start us several times.
        manager = StreamableHTTPSessionManager(
            self._archive.protocol,
            stateless=True,
            json_response=True,
            max_request_body_size=MAX_BODY_BYTES,
            # Checked in front, by Django's own rule, which knows subdomains.
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        async with manager.run():
            negotiating = Negotiating(manager.handle_request)
            self._protocol = RequestBodyLimitMiddleware(negotiating, MAX_BODY_BYTES)
            yield
        self._protocol = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = ASGIRequest(dict(scope), BytesIO())
        send = _adding(send, partial(permission, request))
        refusal = _refusal(request)
        if refusal:
            await refusal.send(send)
            return
        if is_preflight(request):
            await send({"type": "http.response.start", "status": HTTPStatus.NO_CONTENT})
            await send({"type": "http.response.body"})
            return
        # Whole before a thread is lent: who sends slowly must hold none.
        receive = await _read(receive)
        async with threads.lent():
            try:
                await self._admit(request, scope, receive, send)
            finally:
                with anyio.CancelScope(shield=True):
                    await sync_to_async(close_old_connections)()

    async def _admit(
        self, request: HttpRequest, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            principal: Principal = await sync_to_async(principal_of)(request.META)
        except (KeyRefused, KeyInAddress) as fault:
            headers = getattr(fault, "headers", {})
            await Refusal(HTTPStatus(fault.status), str(fault), headers).send(send)
            return
        except OperationalError as fault:
            log.error("A store failed while a key was looked up: %s", type(fault).__name__)
            status = HTTPStatus.SERVICE_UNAVAILABLE
            await Refusal(status, STORE_DOWN, {"retry-after": "5"}).send(send)
            return
        visit = Visit(principal)
        with visits.entered(visit):
            # What is left of the quota is known once a tool was charged.
            limited = _adding(send, lambda: visit.verdict.headers if visit.verdict else {})
            await self._answer(scope, receive, limited)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._protocol is None:
            raise RuntimeError("The lifespan of /mcp has not begun.")
        await self._protocol(scope, receive, send)


def of_this_brain() -> Endpoint:
    return Endpoint(archive())


class Refusal:
    """A request that never reaches the protocol, told in a sentence as JSON-RPC has it."""

    def __init__(
        self, status: HTTPStatus, sentence: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self._status = status
        self._headers = headers or {}
        error = {"code": INVALID_REQUEST, "message": sentence}
        self._body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()

    async def send(self, send: Send) -> None:
        headers = {
            "content-type": "application/json",
            "content-length": str(len(self._body)),
            **self._headers,
        }
        await send(
            {"type": "http.response.start", "status": self._status, "headers": _raw(headers)}
        )
        await send({"type": "http.response.body", "body": self._body})


async def _read(receive: Receive) -> Receive:
    """The body's messages, taken now and handed out again; no more than may be sent."""
    taken: list[Message] = []
    is_more, size = True, 0
    while is_more and size <= MAX_BODY_BYTES:
        taken.append(await receive())
        is_more = taken[-1].get("more_body", False)
        size += len(taken[-1].get("body", b""))
    waiting = iter(taken)

    async def again() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return again


def _refusal(request: HttpRequest) -> Refusal | None:
    if request.method != "POST" and not is_preflight(request):
        return Refusal(
            HTTPStatus.METHOD_NOT_ALLOWED,
            "This address speaks the Model Context Protocol, by POST alone.",
            {"allow": "POST"},
        )
    if not is_our_host(request):
        log.warning("Refused a request to /mcp for the host %r.", request.headers.get("Host"))
        return Refusal(HTTPStatus.MISDIRECTED_REQUEST, "This brain does not answer to that host.")
    if not is_our_origin(request):
        log.warning("Refused a request to /mcp from %r.", request.headers["Origin"])
        return Refusal(HTTPStatus.FORBIDDEN, "Pages of that site may not call this brain.")
    return None


def _adding(send: Send, headers: Callable[[], Mapping[str, str]]) -> Send:
    """Adds headers that are asked for when the reply begins."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra: list[Any] = _raw(headers())
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        await send(message)

    return wrapped


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
