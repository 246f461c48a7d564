"""Names that lead where a test says, and a trap that counts who comes by."""

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

Answers = Callable[..., "Resolver"]


@dataclass
class Resolver:
    """Stands where the system's resolver is asked; counts what it is asked for."""

    names: dict[str, list[list[str]]]
    asked: list[str] = field(default_factory=list)

    def getaddrinfo(self, host: str, port: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if host not in self.names:
            return REAL(host, port, *args, **kwargs)
        self.asked.append(host)
        answers = self.names[host]
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [entry for one in addresses for entry in REAL(one, port, type=socket.SOCK_STREAM)]


REAL = socket.getaddrinfo


@pytest.fixture
def resolving(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """``resolving(name=[addresses], …)``; several lists: one for each time it is asked."""

    def start(**names: list[Any]) -> Resolver:
        lists = {
            name.replace("_", "."): answer if isinstance(answer[0], list) else [answer]
            for name, answer in names.items()
        }
        resolver = Resolver(lists)
        monkeypatch.setattr(socket, "getaddrinfo", resolver.getaddrinfo)
        return resolver

    return start


@dataclass
class Trap:
    """Listens on this machine's own addresses, and counts connections."""

    port: int
    hits: int = 0


@pytest.fixture
def trap() -> Iterator[Trap]:
    servers = [socket.create_server(("0.0.0.0", 0))]  # noqa: S104  # whichever is tried
    caught = Trap(servers[0].getsockname()[1])
    servers.append(socket.create_server(("::1", caught.port), family=socket.AF_INET6))
    threads = [threading.Thread(target=_count, args=(server, caught)) for server in servers]
    for thread in threads:
        thread.start()
    yield caught
    for server in servers:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
    for thread in threads:
        thread.join()


def _count(server: socket.socket, caught: Trap) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        caught.hits += 1
        connection.close()
