"""Many readers of one new question cost one call of the model, and nobody waits for ever."""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from archivebrain.answering import flights as flying
from archivebrain.answering.caching import Place
from archivebrain.answering.engine import ask
from archivebrain.answering.flights import SEATS, Flights
from archivebrain.answering.types import Answer, Question, Status, Surface
from archivebrain.embedded.redis import quick_redis
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence
from tests.archivebrain.answering.test_caching import FINISHED
from tests.retrieval.conftest import MakeEssay

READERS = 200


class Makers:
    """What a crowd of readers does, in one process or several: makes the answer, or is given it."""

    def __init__(self, *, takes: float = 0.5, fails: bool = False) -> None:
        self.takes, self.fails = takes, fails
        self.ends: list[str] = []

    def reads(self, flights: Flights, place: Place) -> None:
        try:
            with flights.boarded(place) as flight:
                if flight.landed:
                    self.ends.append("given" if flight.landed == FINISHED else "wrong")
                elif flight.leads:
                    self.ends.append("made")
                    time.sleep(self.takes)
                    if self.fails:
                        raise RuntimeError
                    flight.landed = FINISHED
                else:
                    self.ends.append("in vain")
        except RuntimeError:
            self.ends.append("failed")

    def crowd(self, places: list[tuple[Flights, Place]]) -> Counter[str]:
        at_once = threading.Barrier(len(places))

        def read(flights: Flights, place: Place) -> None:
            at_once.wait()
            self.reads(flights, place)

        threads = [threading.Thread(target=read, args=one) for one in places]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=30)
        return Counter(self.ends)


@pytest.fixture
def place() -> Place:
    """A question that no other test asked."""
    secret = b"xNrO9lCY1CzO5mSCW0aqR6yYfpYDzaYAfWCmG1hmMAs="
    return Place(f"answer:{uuid.uuid4().hex}", secret, (), is_open=False)


def test_two_hundred_readers_of_one_process_cost_one_call(place: Place) -> None:
    flights = Flights(seats=READERS)

    assert Makers().crowd([(flights, place)] * READERS) == {"made": 1, "given": READERS - 1}


def test_two_processes_cost_one_call_together(place: Place) -> None:
    here, there = Flights(seats=READERS), Flights(seats=READERS)

    crowd = Makers().crowd([(here, place), (there, place)] * 20)

    assert crowd == {"made": 1, "given": 39}


@pytest.mark.usefixtures("no_redis")
def test_without_redis_each_process_costs_one(place: Place) -> None:
    here, there = Flights(seats=READERS), Flights(seats=READERS)

    crowd = Makers().crowd([(here, place), (there, place)] * 20)

    assert crowd == {"made": 2, "given": 38}


def test_whoever_finds_no_seat_does_not_wait(place: Place) -> None:
    crowd = Makers().crowd([(Flights(), place)] * 30)

    assert crowd == {"made": 1, "given": SEATS, "in vain": 29 - SEATS}


def test_a_wait_has_an_end(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flying, "WAIT_SECONDS", 0.1)
    here, there = Flights(), Flights()

    crowd = Makers(takes=0.6).crowd([(here, place), (here, place), (there, place), (there, place)])

    assert crowd == {"made": 1, "in vain": 3}


@pytest.mark.parametrize("seen_from", ["the same process", "another process"])
def test_what_breaks_lets_nobody_wait_on_and_the_next_reader_try(
    place: Place, seen_from: str
) -> None:
    here = Flights()
    other = here if seen_from == "the same process" else Flights()
    makers = Makers(fails=True)
    started = time.monotonic()

    assert makers.crowd([(here, place), (other, place)]) == {"made": 1, "failed": 1, "in vain": 1}

    assert time.monotonic() - started < 5
    makers.reads(other, place)
    assert makers.ends[-2:] == ["made", "failed"]


def test_an_answer_that_was_handed_over_is_nobodys_later(place: Place) -> None:
    flights, makers = Flights(), Makers(takes=0)

    for _ in range(2):
        makers.reads(flights, place)

    assert makers.ends == ["made", "made"]


def test_redis_is_told_no_word_and_keeps_nothing_for_long(place: Place) -> None:
    with Flights().boarded(place) as flight, quick_redis().asked() as redis:
        token = redis.get(f"flight:{place.name}")
        assert isinstance(token, bytes)
        flight.landed = FINISHED

    with quick_redis().asked() as redis:
        assert redis.get(f"flight:{place.name}") is None
        name = f"landed:{token.decode()}"
        sealed, lifetime = redis.get(name), redis.ttl(name)
    assert isinstance(sealed, bytes)
    assert b"timetable" not in sealed
    assert 0 < int(str(lifetime)) <= 30


class Slow:
    """A model that takes its time, and counts who asks it."""

    name, model = "slow", "one"

    def __init__(self) -> None:
        self.drafts = 0

    def draft(self, brief: Brief) -> Draft:
        self.drafts += 1
        time.sleep(0.3)
        said = DraftSentence("Bread tells the baker when to rise.", (Cite(1),))
        return Draft((said,), self.name, self.model)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hours", [24, 0], ids=["kept", "not kept"])
def test_a_crowd_that_asks_as_readers_do_costs_two_calls_at_most(
    make_essay: MakeEssay, settings: Any, hours: int
) -> None:
    make_essay("bread", "Bread tells the baker when to rise. It is a clock that can be eaten.")
    settings.ANSWER_CACHE_HOURS, settings.SECRET_KEY = hours, uuid.uuid4().hex
    slow = Slow()

    answers = list(in_threads(lambda: ask(asked(), provider=slow), count=16))

    assert slow.drafts <= 2
    assert {answer.status for answer in answers} == {Status.ANSWERED}
    assert len({answer.id for answer in answers}) == 16
    given = [one for one in answers if one.degraded == ()]
    assert {one.text for one in given} == {"Bread tells the baker when to rise. [1]"}
    assert len(given) >= 1 + SEATS
    assert all(one.degraded in ((), ("provider",)) for one in answers)


def asked() -> Question:
    return Question("What does bread tell the baker?", surface=Surface.API)


def in_threads(run: Callable[[], Answer], *, count: int) -> Iterator[Answer]:
    at_once = threading.Barrier(count)

    def one(_: int) -> Answer:
        try:
            at_once.wait()
            return run()
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        yield from threads.map(one, range(count))
