"""Fetches one address: vetted, hurried, counted, and led on by hand.

No proxy of the environment, no cookie, no name or password goes along, and nothing is kept
between two addresses but when each host was asked.
"""

import functools
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpcore2
import httpx2

from retrieval.fetching.connecting import VettedBackend
from retrieval.fetching.faults import FetchFault
from retrieval.fetching.pacing import Pace
from retrieval.fetching.unpacking import read_body
from retrieval.fetching.vetting import vet_url

# For one address with all that it leads on to.
SECONDS = 10
MAX_REDIRECTS = 5
_LEADS_ON = frozenset({301, 302, 303, 307, 308})
_FOUND = 200


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address gave. ``url``: where it came from in the end; ``kind``: its content type."""

    url: str
    kind: str
    body: bytes


@functools.cache
def _trust() -> ssl.SSLContext:
    # Read once: it takes longer than many a page.
    return httpx2.create_ssl_context()


@dataclass(frozen=True, slots=True)
class Client:
    """``allow_private``: plain http, private addresses and any port, too."""

    agent: str
    allow_private: bool = False
    trust: ssl.SSLContext | None = None
    seconds: float = SECONDS
    pace: Pace = field(default_factory=Pace, compare=False)

    def fetch(self, url: str, *, kinds: Mapping[str, int]) -> Fetched:
        """Raises ``FetchFault``. ``kinds``: content types that may come, and their most bytes."""
        target = vet_url(url, allow_private=self.allow_private)
        host = target.host
        self.pace.keep(host)
        try:
            return self._fetched(target, kinds)
        finally:
            self.pace.note(host)

    def _fetched(self, target: httpx2.URL, kinds: Mapping[str, int]) -> Fetched:
        deadline = time.monotonic() + self.seconds
        for _ in range(MAX_REDIRECTS + 1):
            with self._asked(target, deadline, accepted=kinds) as response:
                location = _header(response, b"location")
                if response.status not in _LEADS_ON or not location:
                    return _read(target, response, kinds)
                target = self._led_on(target, location)
        raise FetchFault(f"it leads on more than {MAX_REDIRECTS} times.")

    @contextmanager
    def _asked(
        self, target: httpx2.URL, deadline: float, *, accepted: Mapping[str, int]
    ) -> Iterator[httpcore2.Response]:
        backend = VettedBackend(allow_private=self.allow_private, deadline=deadline)
        headers: dict[bytes | str, bytes | str] = {
            "Host": target.netloc,
            "User-Agent": self.agent,
            "Accept": ", ".join([*filter(None, accepted), "*/*;q=0.1"]),
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }
        # The parts that were vetted, not a text that could be read in another way.
        address = httpcore2.URL(
            scheme=target.raw_scheme,
            host=target.raw_host,
            port=target.port,
            target=target.raw_path,
        )
        trust = self.trust or _trust()
        try:
            with (
                httpcore2.ConnectionPool(ssl_context=trust, network_backend=backend) as pool,
                pool.stream("GET", address, headers=headers) as response,
            ):
                yield response
        except httpcore2.TimeoutException as fault:
            raise FetchFault(f"it did not answer within {self.seconds:g} seconds.") from fault
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as fault:
            raise FetchFault(f"it could not be reached or read ({fault}).") from fault

    def _led_on(self, target: httpx2.URL, location: str) -> httpx2.URL:
        try:
            return vet_url(target.join(location), allow_private=self.allow_private)
        except FetchFault as fault:
            raise FetchFault(f"it leads on to {location[:100]!r}: {fault}") from fault
        except (httpx2.InvalidURL, ValueError) as fault:
            raise FetchFault(f"it leads on to {location[:100]!r}, which is no address.") from fault


def _read(target: httpx2.URL, response: httpcore2.Response, kinds: Mapping[str, int]) -> Fetched:
    if response.status != _FOUND:
        raise FetchFault(f"its server said {response.status}.", status=response.status)
    kind = _header(response, b"content-type").partition(";")[0].strip().lower()
    if kind not in kinds:
        raise FetchFault(f"it is {kind[:60]!r}, which is not what is read here.", status=_FOUND)
    encoding = _header(response, b"content-encoding").strip().lower()
    try:
        body = read_body(response.iter_stream(), encoding=encoding, limit=kinds[kind])
    except FetchFault as fault:
        raise FetchFault(str(fault), status=_FOUND) from fault
    return Fetched(str(target), kind, body)


def _header(response: httpcore2.Response, name: bytes) -> str:
    found = (value for key, value in response.headers if key.lower() == name)
    return next(found, b"").decode("latin-1")
