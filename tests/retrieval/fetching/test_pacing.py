"""Each host has its pause between two requests, and no host waits for another."""

import time

import pytest
from pytest_httpserver import HTTPServer

from retrieval.fetching import Client, FetchFault
from retrieval.fetching.pacing import MAX_PAUSE_SECONDS, Pace
from tests.retrieval.fetching.conftest import Answers

PAUSE = 0.2


def seconds_of(pace: Pace, host: str) -> float:
    started = time.monotonic()
    pace.keep(host)
    return time.monotonic() - started


def test_a_host_is_asked_again_only_after_its_pause() -> None:
    pace = Pace(PAUSE)
    pace.note("quay.example")

    assert seconds_of(pace, "quay.example") >= PAUSE * 0.9


def test_other_hosts_and_this_machine_are_asked_at_once() -> None:
    pace = Pace(60)
    for host in ("quay.example", "127.0.0.1", "localhost", "::1"):
        pace.note(host)

    for host in ("hub.example", "127.0.0.1", "localhost", "::1"):
        assert seconds_of(pace, host) < 1


def test_a_longer_pause_is_given_where_it_is_asked_for_and_never_without_end() -> None:
    pace = Pace(0)
    pace.wish("quay.example", PAUSE)
    pace.note("quay.example")
    pace.wish("hub.example", 86_400)

    assert seconds_of(pace, "quay.example") >= PAUSE * 0.9
    assert pace.wished["hub.example"] == MAX_PAUSE_SECONDS


@pytest.mark.real_sockets
def test_the_client_pauses_after_an_answer_and_after_a_fault(
    httpserver: HTTPServer, resolving: Answers
) -> None:
    resolving(quay_example=["127.0.0.1"])
    httpserver.expect_request("/").respond_with_data("Tides.", content_type="text/html")
    client = Client(agent="test", allow_private=True, seconds=5, pace=Pace(PAUSE))
    started = time.monotonic()

    client.fetch(f"http://quay.example:{httpserver.port}/", kinds={"text/html": 100})
    with pytest.raises(FetchFault):
        client.fetch(f"http://quay.example:{httpserver.port}/gone", kinds={"text/html": 100})
    client.fetch(f"http://quay.example:{httpserver.port}/", kinds={"text/html": 100})

    assert time.monotonic() - started >= 2 * PAUSE * 0.9
