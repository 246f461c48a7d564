"""Django's own handler, with one visit to a thread where it has four."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import IO, Any, cast

from asgiref.sync import sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from archivebrain.lending import threads

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class OneVisit(ASGIHandler):
    """A request in one thread, visited once: from its beginning to a response that is closed.

    Django would go there to tell that it begins, for the middleware, for the view and to close,
    which took longer than many a search. Only what streams is closed after it was sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await self.handle(scope, receive, send)

    async def handle(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """A thread is lent for the work alone: who sends or reads slowly holds none."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            async with threads.lent():
                response = await sync_to_async(self._response)(scope, body)
                if response.streaming:
                    await self._stream(response, receive, send)
            if not response.streaming:
                await self.send_response(response, send)

    def _response(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = cast(HttpResponseBase, self.get_response(request) if request else refusal)
        # By its own name Django tells that the request is finished.
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if not response.streaming:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Until it is sent, or whoever listens has left."""
        tasks = [
            asyncio.create_task(self.send_response(response, send)),
            asyncio.create_task(self.listen_for_disconnect(receive)),
        ]
        try:
            done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.wait(tasks)
            for task in done:
                with suppress(RequestAborted):
                    task.result()
        finally:
            await sync_to_async(response.close)()
