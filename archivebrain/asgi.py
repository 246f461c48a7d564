"""The ASGI entry: Django, and /mcp beside it, behind a lifespan that loads the model and lets
go of servers.
"""

import os
import threading
import warnings
from contextlib import suppress
from typing import cast

import django
from asgiref.sync import sync_to_async
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

from archivebrain.embedded.brain import this_brain
from retrieval.embedders import EmbedderUnavailable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
django.setup(set_prefix=False)
# WhiteNoise hands its files over by a plain iterator; they are small, and may be read at once.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


class OneVisit(ASGIHandler):
    """Middleware and view in one thread, visited once.

    Django would go to the thread for the middleware, back for the view, and to the thread once
    more for that, which took a fifth of a search's time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


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
    await sync_to_async(_let_go)()
    await send({"type": "lifespan.shutdown.complete"})


def _load_model() -> None:
    try:
        with suppress(EmbedderUnavailable):  # each search says so, in words
            get_embedder().embed(["ready"])
    finally:
        connections["default"].close()


def _let_go() -> None:
    """Close the pool and leave the servers here, since uvicorn ends without atexit."""
    cast(DatabaseWrapper, connections["default"]).close_pool()
    this_brain().leave()
