"""Refuses a body that is too long while it comes: Django takes each one in whole, to a file.

A length that is stated is believed only against the sender; what comes is counted.
"""

from io import BytesIO

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
)
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from archivebrain.api import problems
from archivebrain.api.problems import OURS, Kind, Problem
from archivebrain.middleware import content_security_policy
from archivebrain.request_ids import request_ids
from retrieval.corpus.uploads import MAX_UPLOAD_BYTES, MEGABYTES

# Beside the file: the form's other fields, and what parts them.
MAX_UPLOAD_BODY = MAX_UPLOAD_BYTES + 1_000_000
# More than the longest delivery or essay; where less may be sent, the view says so.
MAX_BODY = 6_000_000
TOO_LONG = "The body is longer than anything that is taken here."


class Bounded:
    """Hands a request on to an application as long as its body keeps to the limit."""

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        left = limit_for(scope["path"])
        is_over = _stated_length(scope) > left

        async def counted() -> ASGIReceiveEvent:
            nonlocal left, is_over
            message = await receive()
            left -= len(message["body"]) if message["type"] == "http.request" else 0
            is_over = left < 0
            return {"type": "http.disconnect"} if is_over else message

        if not is_over:
            await self._application(scope, counted, send)
        if is_over:
            await _refuse(scope, send)


def limit_for(path: str) -> int:
    return MAX_UPLOAD_BODY if path == reverse("admin:retrieval_importrun_add") else MAX_BODY


def _stated_length(scope: HTTPScope) -> int:
    stated = dict(scope["headers"]).get(b"content-length", b"")
    return int(stated) if stated.isdigit() else 0


async def _refuse(scope: HTTPScope, send: ASGISendCallable) -> None:
    """Answer at once; what still comes is passed over by the server, so that this is read."""
    response = _answer(ASGIRequest(dict(scope), BytesIO()))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send(
        {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": headers,
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": response.content, "more_body": False})


def _refusal(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(OURS):
        return problems.respond(Problem(Kind.TOO_LARGE, TOO_LONG))
    return HttpResponse(render_to_string("413.html", {"megabytes": MEGABYTES}), status=413)


# It comes before Django's middleware, of which it needs these two.
_answer = request_ids(content_security_policy(_refusal))
