"""What a page says to somebody who asked a lot in a short time."""

from dataclasses import replace
from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from archivebrain.access.limits import Verdict, spend
from archivebrain.access.principals import Principal, visitor

TOO_MUCH = "That was a lot in a short time. Try again in {wait}."
Response = TypeVar("Response", bound=HttpResponseBase)
SPANS = ((3600, "hour"), (60, "minute"), (1, "second"))


def charge(request: HttpRequest, cost: int) -> Verdict:
    """Spend a visitor's units."""
    return spend(visitor(request.META), cost)


def searcher(request: HttpRequest, *, is_typing: bool) -> Principal:
    """Whose units a search takes: who types has as many again, so that no word typed costs
    a question asked."""
    who = visitor(request.META)
    return replace(who, kind="typing") if is_typing else who


def with_headers(response: Response, verdict: Verdict) -> Response:
    for name, value in verdict.headers.items():
        response.headers[name] = value
    return response


def refusal(verdict: Verdict) -> str:
    """The sentence of a 429, with a wait that is long enough."""
    size, name = next(span for span in SPANS if verdict.retry_after >= span[0])
    count = -(-verdict.retry_after // size)
    return TOO_MUCH.format(wait=f"{count} {name}{'' if count == 1 else 's'}")
