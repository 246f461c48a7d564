"""Connects to exactly the address that was vetted, within one deadline for everything."""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any, NoReturn

import httpcore2

from retrieval.fetching.faults import FetchFault
from retrieval.fetching.vetting import address_fault

# More than any host needs; each of them may cost a try.
MAX_ADDRESSES = 8


class VettedBackend(httpcore2.NetworkBackend):
    """Resolves a name once, vets every address it has, connects, and looks who is there.

    A second look-up could give another answer, so there is none. ``deadline``: on the
    monotonic clock.
    """

    def __init__(self, *, allow_private: bool, deadline: float) -> None:
        self._allow_private = allow_private
        self._deadline = deadline
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        addresses = self._vetted(host, port)
        fault: Exception = httpcore2.ConnectError(f"{host} has no address")
        for number, address in enumerate(addresses):
            # One that keeps silent leaves time for those after it.
            seconds = left(self._deadline) / (len(addresses) - number)
            try:
                return self._connected(address, port, seconds)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as refused:
                fault = refused
        raise fault

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> NoReturn:
        raise FetchFault("a socket on this machine is no address on the web.")

    def _vetted(self, host: str, port: int) -> list[str]:
        """Every address of a name; one bad one among them spoils the name."""
        addresses = resolve(host, port, seconds=self._deadline - time.monotonic())
        for address in addresses:
            fault = address_fault(address, allow_private=self._allow_private)
            if fault:
                raise FetchFault(f"{host} leads to {fault}" if address != host else fault)
        return addresses[:MAX_ADDRESSES]

    def _connected(self, address: str, port: int, seconds: float) -> httpcore2.NetworkStream:
        stream = self._sockets.connect_tcp(address, port, timeout=seconds)
        peer = stream.get_extra_info("server_addr")
        if peer[:2] != (address, port):
            stream.close()
            raise FetchFault(f"{address} was asked, and {peer[0]} answered.")
        return _Hurried(stream, self._deadline)


class _Hurried(httpcore2.NetworkStream):
    """A stream whose every step must end before the same deadline."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: float) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, left(self._deadline))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, left(self._deadline))
        return _Hurried(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise httpcore2.ReadTimeout("out of time")
    return seconds


def resolve(host: str, port: int, *, seconds: float) -> list[str]:
    """The addresses of a name, asked once; raises ``FetchFault``."""
    answer: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer.put(list(dict.fromkeys(str(entry[4][0]) for entry in found)))
        except (OSError, UnicodeError) as fault:
            answer.put(fault)

    # The system's resolver knows no timeout; a thread that it keeps waiting holds up nobody.
    threading.Thread(target=ask, daemon=True).start()
    try:
        found = answer.get(timeout=max(seconds, 0))
    except queue.Empty:
        raise FetchFault(f"the name {host} could not be looked up in time; try again.") from None
    if isinstance(found, Exception) or not found:
        raise FetchFault(f"the name {host} leads nowhere; check its spelling.")
    return found
