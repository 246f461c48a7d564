"""Bodies that are too long are refused before they are taken in, whatever their length says."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from archivebrain import bodies
from archivebrain.bodies import MAX_BODY, MAX_UPLOAD_BODY, Bounded

UPLOAD = "/admin/retrieval/importrun/add/"
PIECE = b"a" * 65_536


class Sent:
    """A request as a server hands it on, and what came of it."""

    def __init__(self, path: str, *, stated: int | None = None, pieces: int = 0) -> None:
        headers = [] if stated is None else [(b"content-length", str(stated).encode())]
        scope: Any = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "headers": headers,
        }
        self.came = self._coming(pieces)
        self.read = self.taken = 0
        self.told: list[dict[str, Any]] = []
        async_to_sync(Bounded(self.application))(scope, self.receive, self.send)

    def _coming(self, pieces: int) -> Iterator[dict[str, Any]]:
        for number in range(pieces, 0, -1):
            yield {"type": "http.request", "body": PIECE, "more_body": number > 1}
        while True:
            yield {"type": "http.disconnect"}

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        """Reads a body as Django does, and gives up with whoever leaves."""
        is_whole = False
        while not is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            self.taken += len(message["body"])
            is_whole = not message["more_body"]
        await send({"type": "http.response.start", "status": 200})

    async def receive(self) -> Any:
        self.read += 1
        return next(self.came)

    async def send(self, message: Any) -> None:
        self.told.append(message)

    @property
    def status(self) -> int:
        return int(self.told[0]["status"])


@pytest.mark.parametrize(("path", "limit"), [(UPLOAD, MAX_UPLOAD_BODY), ("/", MAX_BODY)])
def test_a_length_above_the_limit_is_refused_before_anything_is_read(path: str, limit: int) -> None:
    refused = Sent(path, stated=limit + 1, pieces=1)

    assert (refused.status, refused.read) == (413, 0)
    assert b"may have 100 MB: import a larger one in parts" in refused.told[1]["body"]


@pytest.mark.parametrize("stated", [None, 100], ids=["no length", "a false length"])
def test_what_comes_is_counted_and_no_more_is_taken(
    monkeypatch: pytest.MonkeyPatch, stated: int | None
) -> None:
    monkeypatch.setattr(bodies, "MAX_UPLOAD_BODY", 3 * len(PIECE))

    refused = Sent(UPLOAD, stated=stated, pieces=1000)

    assert refused.status == 413
    assert (refused.read, refused.taken) == (4, 3 * len(PIECE))


def test_a_program_is_told_by_the_document_of_every_failure() -> None:
    refused = Sent("/api/v1/publish", stated=MAX_BODY + 1)

    document = json.loads(refused.told[1]["body"])
    assert dict(refused.told[0]["headers"])[b"content-type"] == b"application/problem+json"
    assert (document["status"], document["title"]) == (413, "The body is too large")
    assert document["request_id"]


def test_a_body_within_the_limit_is_handed_on_whole() -> None:
    assert Sent(UPLOAD, stated=2 * len(PIECE), pieces=2).status == 200
