"""What all requests share: one thread from the first middleware to the view."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import SyncToAsync, async_to_sync
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient
from django.urls import path

from archivebrain.middleware import in_one_thread

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


@pytest.mark.urls(__name__)
def test_middleware_and_view_share_a_thread_under_asgi(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hops: list[str] = []
    hop = SyncToAsync.__call__

    async def counted(self: SyncToAsync[[], object], *args: object, **kwargs: object) -> object:
        hops.append(getattr(self.func, "__qualname__", ""))
        return await hop(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    seen.clear()
    settings.MIDDLEWARE = [f"{__name__}.first", *settings.MIDDLEWARE]

    response = async_to_sync(AsyncClient().get)("/seen/")

    assert response.status_code == 200
    assert len(seen) == 2
    assert len(set(seen)) == 1
    assert [name for name in hops if "process_re" in name] == []


def test_it_changes_nothing() -> None:
    assert in_one_thread(view) is view
