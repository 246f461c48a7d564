"""One flight for one question: whoever asks it meanwhile waits for the answer under way.

Two hundred readers of one new question so cost one call of the model: one in all where Redis
is there, one in each process where it is not. Who waits too long, or finds no seat, is given
quotes alone.
"""

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass

from redis.exceptions import ConnectionError as RedisIsDown

from archivebrain.answering import caching
from archivebrain.answering.caching import Place
from archivebrain.answering.types import Finished
from archivebrain.embedded.redis import quick_redis
from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.types import QUOTES_ALONE, Brief, Draft

# A reader waits through no more, as through a model's failures (see retrying).
WAIT_SECONDS = 20.0
POLL_SECONDS = 0.1
# Longer than a draft and its second try may take: what a killed process left ends by itself.
FLIGHT_SECONDS = 150
LANDED_SECONDS = 30
# Each waits in one of the process's few threads, which others want for searching.
SEATS = 8

# Only who holds the flight ends it: it may have lapsed, and be another's by now.
END = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"


@dataclass(slots=True)
class Flight:
    """``landed``: the answer, if there is one; who ``leads`` makes it where there is none, and
    who does not has waited in vain."""

    leads: bool
    landed: Finished | None = None


class Unasked:
    """Stands for the model where it is not asked a second time; the answer is quotes."""

    name, model = QUOTES_ALONE, ""

    def draft(self, brief: Brief) -> Draft:
        raise ProviderFailed("the same question is being answered already.")


class Flights:
    """The questions that one process is answering."""

    def __init__(self, seats: int = SEATS) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[Finished | None]] = {}
        self._seats = threading.BoundedSemaphore(seats)

    @contextmanager
    def boarded(self, place: Place | None) -> Iterator[Flight]:
        """Who leads puts what it made into ``landed``; an exception lets nobody wait on.

        ``place`` None: everybody leads.
        """
        if place is None:
            yield Flight(leads=True)
            return
        mine: Future[Finished | None] = Future()
        with self._lock:
            theirs = self._under_way.setdefault(place.name, mine)
        if theirs is not mine:
            yield Flight(leads=False, landed=self._awaited(theirs))
            return
        landed: Finished | None = None
        try:
            with _among_processes(place) as flight:
                yield flight
                landed = flight.landed
        finally:
            with self._lock:
                del self._under_way[place.name]
            mine.set_result(landed)

    def _awaited(self, theirs: "Future[Finished | None]") -> Finished | None:
        if not self._seats.acquire(blocking=False):
            return None
        try:
            return theirs.result(timeout=WAIT_SECONDS)
        except TimeoutError:
            return None
        finally:
            self._seats.release()


flights = Flights()


@contextmanager
def _among_processes(place: Place) -> Iterator[Flight]:
    """The same among all processes of this brain; each leads where Redis is down."""
    token = uuid.uuid4().hex
    holder = _holder(place, token)
    if holder != token:
        yield Flight(leads=False, landed=_polled(place, holder))
        return
    # It may have landed since this reader looked for it.
    flight = Flight(leads=True, landed=caching.find(place))
    try:
        yield flight
    finally:
        _end(place, token, flight.landed)


def _holder(place: Place, token: str) -> str:
    """Whose flight it is: this one's, if there is no other."""
    try:
        with quick_redis().asked() as redis:
            if redis.set(_flight(place), token, nx=True, ex=FLIGHT_SECONDS):
                return token
            other = redis.get(_flight(place))
    except RedisIsDown:
        return token
    return other.decode() if isinstance(other, bytes) else token


def _polled(place: Place, holder: str) -> Finished | None:
    """What the holder's flight came to, once it has landed; None if it never does."""
    latest = time.monotonic() + WAIT_SECONDS
    try:
        while time.monotonic() < latest:
            with quick_redis().asked() as redis:
                # In this order: a flight that has ended has put down what it came to.
                is_on_its_way = redis.exists(_flight(place))
                sealed = redis.get(_landed(holder))
            if isinstance(sealed, bytes):
                return caching.opened(place, sealed)
            if not is_on_its_way:
                return None
            time.sleep(POLL_SECONDS)
    except RedisIsDown:
        return None
    return None


def _end(place: Place, token: str, landed: Finished | None) -> None:
    try:
        with quick_redis().asked() as redis:
            if landed:
                redis.set(_landed(token), caching.sealed(place, landed), ex=LANDED_SECONDS)
            redis.eval(END, 1, _flight(place), token)
    except RedisIsDown:
        return


def _flight(place: Place) -> str:
    return f"flight:{place.name}"


def _landed(token: str) -> str:
    return f"landed:{token}"
