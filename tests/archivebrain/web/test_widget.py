"""The widget's script reaches any site, costs nothing when asked for again, and stays small."""

import gzip
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from archivebrain.answering.followups import MOST_TURNS
from archivebrain.answering.types import Surface
from archivebrain.api.cors import SURFACE_HEADER
from gaps.retention import KEPT_DAYS
from retrieval.types import MAX_QUESTION_CHARACTERS

# What a site's visitors load before they have asked for anything.
MOST_BYTES_SENT = 9_000


def source() -> str:
    found = finders.find("archivebrain/widget.js")
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")


def test_any_site_may_load_it_and_nobody_may_take_it_for_something_else(client: Client) -> None:
    response = client.get("/widget.js")

    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in response.headers
    assert response.content.decode() == source()


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_it_is_kept_and_costs_no_bytes_when_asked_for_again(client: Client, encoding: str) -> None:
    accepted = {"Accept-Encoding": encoding}
    first = client.get("/widget.js", headers=accepted)
    known = {**accepted, "If-None-Match": first.headers["ETag"]}
    again = client.get("/widget.js", headers=known)

    assert "max-age=86400" in first.headers["Cache-Control"]
    assert (again.status_code, again.content) == (304, b"")


def test_a_visitor_loads_few_bytes(client: Client) -> None:
    response = client.get("/widget.js", headers={"Accept-Encoding": "gzip"})

    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.content).decode() == source()
    assert len(response.content) < MOST_BYTES_SENT


def test_it_knows_the_limits_and_the_header_that_the_brain_knows() -> None:
    assert f"KEPT_DAYS = {KEPT_DAYS};" in source()
    assert f"MOST_TURNS = {MOST_TURNS};" in source()
    assert f"MOST_CHARACTERS = {MAX_QUESTION_CHARACTERS};" in source()
    assert f'"{SURFACE_HEADER}": "{Surface.WIDGET.value}"' in source()


@pytest.mark.parametrize(
    "way", ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "window."]
)
def test_no_text_can_become_markup_and_no_name_reaches_the_host(way: str) -> None:
    allowed = source().replace("window.visualViewport", "")

    assert way not in allowed
