"""A Redis that is there, one that is gone, and one that listens and never answers."""

import socket
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from archivebrain.access.principals import Principal
from archivebrain.answering import circuits


@pytest.fixture(autouse=True)
def _closed_circuits() -> None:
    """No test's failures keep another's model from being asked."""
    circuits._circuit.cache_clear()


@pytest.fixture
def reader() -> Principal:
    """An address that no other test and no earlier run has spent from."""
    return Principal("address", uuid.uuid4().hex)


@pytest.fixture
def no_redis(settings: Any) -> None:
    """An address where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        settings.REDIS_URL = f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


@pytest.fixture
def silent_redis(settings: Any) -> Iterator[None]:
    """A server that takes a connection and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(64)
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        yield
