"""How a request comes to Django: one visit to one thread, from the first middleware to the view."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.urls import path

from archivebrain.handler import OneVisit
from archivebrain.lending import Threads

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/seen/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
}

seen: list[threading.Thread] = []


def first(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        seen.append(threading.current_thread())
        return get_response(request)

    return respond


def view(request: HttpRequest) -> HttpResponse:
    seen.append(threading.current_thread())
    return HttpResponse("ok")


urlpatterns = [path("seen/", view)]


async def answered(handler: OneVisit) -> dict[str, Any]:
    asked: Any = ApplicationCommunicator(handler, SCOPE)  # type: ignore[no-untyped-call]
    await asked.send_input({"type": "http.request", "body": b""})
    start = await asked.receive_output(timeout=10)
    body = await asked.receive_output(timeout=10)
    await asked.wait(timeout=10)
    return {"status": start["status"], "body": body["body"]}


@pytest.mark.urls(__name__)
def test_middleware_and_view_take_one_visit_to_one_thread(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits: list[str] = []
    visit = SyncToAsync.__call__

    async def counted(self: SyncToAsync[[], object], *args: object, **kwargs: object) -> object:
        visits.append(getattr(self.func, "__qualname__", ""))
        return await visit(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    seen.clear()
    settings.MIDDLEWARE = [f"{__name__}.first", *settings.MIDDLEWARE]

    reply = asyncio.run(answered(OneVisit()))

    assert reply == {"status": 200, "body": b"ok"}
    assert len(seen) == 2
    assert len(set(seen)) == 1
    assert seen[0] is not threading.main_thread()
    assert visits == ["OneVisit._response"]


@pytest.mark.urls(__name__)
def test_who_sends_a_body_slowly_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow_and_quick() -> dict[str, Any]:
        monkeypatch.setattr("archivebrain.handler.threads", Threads(1))
        handler = OneVisit()
        slow: Any = ApplicationCommunicator(handler, SCOPE)  # type: ignore[no-untyped-call]
        await slow.send_input({"type": "http.request", "body": b"a", "more_body": True})
        quick = await answered(handler)
        await slow.send_input({"type": "http.disconnect"})
        await slow.wait(timeout=10)
        return quick

    assert asyncio.run(slow_and_quick()) == {"status": 200, "body": b"ok"}
