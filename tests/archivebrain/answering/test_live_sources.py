"""Facts from a file, found by the names that a question has in it, and facts over HTTP."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from archivebrain.answering.live_sources import (
    BYTES,
    LookupFailed,
    OverHttp,
    Scripted,
    get_live_source,
)
from archivebrain.providers.types import LiveFact

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
FACTS = """facts:
  - {about: [Marrowby, the upper town], text: Ida Quell is mayor of Marrowby., source: Town hall}
  - {about: [dairy], text: The dairy is closed., source: Gazette}
"""


@pytest.fixture
def source(tmp_path: Path) -> Scripted:
    path = tmp_path / "live.yaml"
    path.write_text(FACTS)
    return Scripted(path)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is mayor of marrowby?", "Town hall"),
        ("Who runs the upper town?", "Town hall"),
        ("Any news of the dairy?", "Gazette"),
        ("Any news of dairymen?", None),
    ],
)
def test_a_whole_name_in_the_question_finds_its_fact(
    source: Scripted, question: str, told: str | None
) -> None:
    found = source.find(question, now=NOW)

    assert (found.source if found else None) == told


def test_a_fact_bears_the_time_at_which_it_was_looked_up(source: Scripted) -> None:
    assert source.find("Marrowby", now=NOW) == LiveFact(
        "Ida Quell is mayor of Marrowby.", "Town hall", NOW
    )


def test_a_file_that_is_gone_or_faulty_is_a_failed_lookup(source: Scripted) -> None:
    source.path.write_text("facts: [{about: [x], text: y}]")
    with pytest.raises(LookupFailed, match="has no source"):
        source.find("x", now=NOW)

    source.path.unlink()
    with pytest.raises(LookupFailed, match="LIVE_FACTS"):
        source.find("x", now=NOW)


def test_no_source_is_the_default(settings: Any, tmp_path: Path) -> None:
    assert get_live_source() is None

    settings.LIVE_PROVIDER, settings.LIVE_FACTS = "scripted", tmp_path
    assert isinstance(get_live_source(), Scripted)

    settings.LIVE_PROVIDER, settings.LIVE_URL = "http", "https://facts.example/"
    assert isinstance(get_live_source(), OverHttp)


@pytest.fixture
def over_http(httpserver: HTTPServer) -> OverHttp:
    return OverHttp(httpserver.url_for("/live"), allow_private=True, seconds=0.5)


def test_a_server_is_asked_the_question_and_tells_its_fact(
    over_http: OverHttp, httpserver: HTTPServer
) -> None:
    told = {"text": "Ida Quell is mayor of Marrowby.", "source": "Town hall"}
    httpserver.expect_request(
        "/live", query_string={"q": "Who runs & heads it?"}
    ).respond_with_json(told)

    found = over_http.find("Who runs & heads it?", now=NOW)

    assert found == LiveFact("Ida Quell is mayor of Marrowby.", "Town hall", NOW)


def test_a_server_may_know_nothing(over_http: OverHttp, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/live").respond_with_data("", status=204)

    assert over_http.find("Marrowby?", now=NOW) is None


@pytest.mark.parametrize(
    ("body", "kind", "fault"),
    [
        ("<p>Ida Quell</p>", "text/html", "not what is read here"),
        ("Ida Quell", "application/json", "no JSON"),
        ('{"text": "Ida Quell"}', "application/json", "without a text and its source"),
        ("[1]", "application/json", "without a text and its source"),
        (" " * (BYTES + 1), "application/json", "could not be asked"),
    ],
)
def test_what_is_no_fact_is_a_failed_lookup(
    over_http: OverHttp, httpserver: HTTPServer, body: str, kind: str, fault: str
) -> None:
    httpserver.expect_request("/live").respond_with_data(body, content_type=kind)

    with pytest.raises(LookupFailed, match=fault):
        over_http.find("Marrowby?", now=NOW)


def test_a_server_without_end_is_read_no_further_than_a_fact_is_long(
    over_http: OverHttp, httpserver: HTTPServer
) -> None:
    sent: list[int] = []

    def endless(request: Request) -> Response:
        def pieces() -> Any:
            while len(sent) < 10_000:
                sent.append(1)
                yield b" " * 1024

        return Response(pieces(), content_type="application/json")

    httpserver.expect_request("/live").respond_with_handler(endless)

    with pytest.raises(LookupFailed, match="could not be asked"):
        over_http.find("Marrowby?", now=NOW)

    assert len(sent) < 10_000


def test_a_slow_server_is_left_in_time(over_http: OverHttp, httpserver: HTTPServer) -> None:
    def slow(request: Request) -> Response:
        time.sleep(1)
        return Response("{}", content_type="application/json")

    httpserver.expect_request("/live").respond_with_handler(slow)
    started = time.monotonic()

    with pytest.raises(LookupFailed, match=r"within 0\.5 seconds"):
        over_http.find("Marrowby?", now=NOW)

    assert time.monotonic() - started < 0.95


def test_a_private_address_is_not_asked_unless_private_ones_may_be(httpserver: HTTPServer) -> None:
    source = OverHttp(httpserver.url_for("/live"))

    with pytest.raises(LookupFailed, match="LIVE_URL"):
        source.find("Marrowby?", now=NOW)

    assert httpserver.log == []
