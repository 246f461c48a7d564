"""Gives every request an id that its response, its problem document and its log lines share."""

import logging
import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
# A proxy's own id is kept if it cannot break a header, a log line or a shell.
SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """The id of the request that is being answered; empty outside of one."""
    return _current.get()


def request_ids(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Take the id that came with the request, or make one, and send it back."""

    def respond(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request_id = given if SANE.fullmatch(given) else uuid.uuid4().hex
        token = _current.set(request_id)
        try:
            response = get_response(request)
        finally:
            _current.reset(token)
        response.headers[HEADER] = request_id
        return response

    return respond


class WithRequestId(logging.Filter):
    """Gives log records ``request``: the id in brackets, or nothing outside of a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = f" [request {current()}]" if current() else ""
        return True
