"""The ASGI entry: Django, and /mcp beside it, behind a lifespan that loads the model and lets
go of servers.
"""

import asyncio
import os
import threading
import warnings
from contextlib import suppress
from typing import IO

import django
from asgiref.sync import sync_to_async
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.module_loading import import_string

from archivebrain.embedded.brain import this_brain
from archivebrain.lending import threads
from retrieval.embedders import EmbedderUnavailable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
django.setup(set_prefix=False)
# WhiteNoise hands its files over by a plain iterator; they are small, and may be read at once.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


class OneVisit(ASGIHandler):
    """A request in one thread, visited once: from its beginning to a response that is closed.

    Django would go there to tell that it begins, for the middleware, for the view and to close,
    which took longer than many a search. Only what streams is closed after it was sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        async with threads.lent():
            await self.handle(scope, receive, send)

    async def handle(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await sync_to_async(self._response)(scope, body)
            if response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)

    def _response(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = self.get_response(request) if request else refusal
        # Django's own name: its test client and its closing ask for it.
        response._handler_class = type(self)
        if not response.streaming:
            response.close()
        return response

    async def _stream(
        self, response: HttpResponseBase, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
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


# By name, because their models want the apps that the line above loads.
bounded = import_string("archivebrain.bodies.Bounded")(OneVisit())
mcp = import_string("archivebrain.mcp.endpoint.of_this_brain")()
get_embedder = import_string("retrieval.generations.get_embedder")


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Django refuses the lifespan, so it is answered here."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http" and mcp.serves(scope["path"]):
        await mcp(scope, receive, send)
    else:
        await bounded(scope, receive, send)


async def _live(receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    await receive()
    # Loading takes five seconds, and the first reader should not be the one who waits.
    threading.Thread(target=_load_model, name="load-model", daemon=True).start()
    async with mcp.lifespan():
        await send({"type": "lifespan.startup.complete"})
        await receive()
    # Here, since uvicorn ends without atexit.
    await sync_to_async(this_brain().leave)()
    await send({"type": "lifespan.shutdown.complete"})


def _load_model() -> None:
    try:
        with suppress(EmbedderUnavailable):  # each search says so, in words
            get_embedder().embed(["ready"])
    finally:
        connections["default"].close()
