"""The ASGI entry: Django, and /mcp beside it, behind a lifespan that loads the model and lets
go of servers.
"""

import os
import threading
import warnings
from contextlib import suppress

import django
from asgiref.sync import sync_to_async
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from django.db import connections
from django.utils.module_loading import import_string

from archivebrain.embedded.brain import this_brain
from archivebrain.handler import OneVisit
from retrieval.embedders import EmbedderUnavailable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
django.setup(set_prefix=False)
# WhiteNoise hands its files over by a plain iterator; they are small, and may be read at once.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

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
