"""A client that sends its call slowly holds nothing that others wait for."""

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from archivebrain.lending import Threads
from archivebrain.mcp import endpoint
from archivebrain.mcp.endpoint import of_this_brain

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/mcp",
    "query_string": b"",
    "headers": [(b"host", b"testserver")],
}


def test_no_thread_is_lent_before_the_body_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    async def while_it_sends() -> bool:
        threads = Threads(1)
        monkeypatch.setattr(endpoint, "threads", threads)
        slow: Any = ApplicationCommunicator(of_this_brain(), SCOPE)  # type: ignore[no-untyped-call]
        await slow.send_input({"type": "http.request", "body": b"{", "more_body": True})
        assert await slow.receive_nothing()
        async with asyncio.timeout(5), threads.lent():
            is_free = True
        slow.stop()
        return is_free

    assert asyncio.run(while_it_sends())
