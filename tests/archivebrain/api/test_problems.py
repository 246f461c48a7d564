"""Every way to fail is the same kind of document, with the id that the log has."""

import logging
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from archivebrain.api.problems import Kind
from archivebrain.request_ids import WithRequestId, current

pytestmark = pytest.mark.django_db

JSON = {"content_type": "application/json"}
# method, address, what is sent, and the status that must come back.
FAILURES: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "unknown address": ("get", "/api/v1/nothing", {}, 404),
    "unknown version": ("get", "/api/v2/ask", {}, 404),
    "trailing slash": ("post", "/api/v1/ask/", {}, 404),
    "unknown essay": ("get", "/api/v1/essays/never-written", {}, 404),
    "unknown term": ("get", "/api/v1/glossary/never-said", {}, 404),
    "wrong method": ("get", "/api/v1/ask", {}, 405),
    "wrong method on a list": ("delete", "/api/v1/essays", {}, 405),
    "head where only post is": ("head", "/api/v1/ask", {}, 405),
    "a form": ("post", "/api/v1/ask", {"data": {"question": "Why?"}}, 415),
    "no type": ("post", "/api/v1/ask", {"data": b"{}", "content_type": ""}, 415),
    "broken json": ("post", "/api/v1/ask", {"data": b'{"question":', **JSON}, 400),
    "not utf-8": ("post", "/api/v1/ask", {"data": b'"\xff"', **JSON}, 400),
    "nan": ("post", "/api/v1/ask", {"data": b'{"question": NaN}', **JSON}, 400),
    "very deep": ("post", "/api/v1/ask", {"data": b"[" * 60_000, **JSON}, 400),
    "a huge number": ("post", "/api/v1/ask", {"data": b"9" * 60_000, **JSON}, 400),
    "a list": ("post", "/api/v1/ask", {"data": b"[]", **JSON}, 422),
    "a null": ("post", "/api/v1/ask", {"data": b"null", **JSON}, 422),
    "nothing": ("post", "/api/v1/ask", {"data": b"", **JSON}, 422),
    "too large": ("post", "/api/v1/ask", {"data": b'"' + b"x" * 64_000 + b'"', **JSON}, 413),
    "unknown field": ("post", "/api/v1/ask", {"data": b'{"q": "Why?"}', **JSON}, 422),
    "unknown parameter": ("get", "/api/v1/essays?page=2", {}, 422),
    "a parameter beside a body": ("post", "/api/v1/ask?stream=1", {"data": b"{}", **JSON}, 422),
    "too many parameters": ("get", "/api/v1/search?" + "a&" * 1001, {}, 400),
    "a key in the query": ("get", "/api/v1/search?q=ab_live_AAAAAAAA_", {}, 400),
    "a key in the path": ("get", "/api/v1/essays/ab_live_AAAAAAAA_", {}, 400),
    "a key behind a percent sign": ("get", "/api/v1/search?q=%ab_live_AAAAAAAA_", {}, 400),
    "a foreign host": ("get", "/api/v1/essays", {"headers": {"Host": "elsewhere.example"}}, 400),
}


@pytest.mark.parametrize("name", FAILURES)
def test_every_failure_is_a_problem_document(client: Client, name: str) -> None:
    method, address, sent, status = FAILURES[name]

    response = getattr(client, method)(address, **sent)

    assert (response.status_code, response.headers["Content-Type"]) == (
        status,
        "application/problem+json",
    )
    if method != "head":
        document = response.json()
        assert set(document) - {"errors"} == {"type", "title", "status", "detail", "request_id"}
        assert document["status"] == status
        assert document["request_id"] == response.headers["X-Request-ID"]
        assert document["detail"].endswith(".")


def test_a_body_of_unknown_length_is_refused_before_it_is_read(client: Client) -> None:
    response = client.generic(
        "POST", "/api/v1/ask", content_type="application/json", HTTP_TRANSFER_ENCODING="chunked"
    )

    assert response.status_code == 411


def test_a_charset_that_a_header_claims_is_not_asked(client: Client) -> None:
    response = client.generic(
        "POST", "/api/v1/ask?x=%ff", b"{}", content_type="application/json; charset=utf-16"
    )

    assert response.status_code == 422


def test_a_wrong_method_is_told_which_are_right(client: Client) -> None:
    assert client.get("/api/v1/ask").headers["Allow"] == "POST, OPTIONS"
    options = client.options("/api/v1/essays")
    assert (options.status_code, options.headers["Allow"]) == (204, "GET, HEAD, OPTIONS")


def test_head_is_get_without_its_body(client: Client) -> None:
    response = client.head("/api/v1/essays")

    assert (response.status_code, response.content) == (200, b"")


def test_a_fault_of_ours_is_a_500_that_tells_nothing_of_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr("archivebrain.api.reading.brief_essay", broken)
    monkeypatch.setattr("archivebrain.api.asking.search", broken)
    client = Client(raise_request_exception=False)

    response = client.get("/api/v1/search", {"q": "bread"})

    assert response.status_code == 500
    assert response.headers["Content-Type"] == "application/problem+json"
    assert "swordfish" not in response.content.decode()


def test_a_database_that_is_down_is_a_503_with_a_time_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> None:
        raise OperationalError("connection refused to db.internal")

    monkeypatch.setattr("archivebrain.api.asking.search", down)

    response = client.get("/api/v1/search", {"q": "bread"})

    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert "internal" not in response.content.decode()


def test_pages_for_people_keep_their_own_error_pages(client: Client) -> None:
    assert client.get("/nothing/").headers["Content-Type"].startswith("text/html")


def test_a_key_in_an_address_is_told_as_one_kind_of_problem(client: Client) -> None:
    for name in ("a key in the query", "a key in the path", "a key behind a percent sign"):
        document = client.get(FAILURES[name][1]).json()
        assert document["type"].endswith("/api/v1/docs#key-in-url")


def test_every_problem_type_leads_to_its_row_on_the_page(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()

    assert [kind.slug for kind in Kind if f'id="{kind.slug}"' not in page] == []
    assert client.get("/api/v1/nothing").json()["type"].endswith("/api/v1/docs#missing")


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [("a-proxy-s.own_id-1", True), ("short", False), ("two words", False), ("x" * 65, False)],
)
def test_a_sane_request_id_is_kept_and_any_other_replaced(
    client: Client, given: str, is_kept: bool
) -> None:
    sent_back = client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"]

    assert (sent_back == given) is is_kept
    assert len(sent_back) >= 8


def test_a_log_line_bears_the_id_of_its_request_and_none_outside() -> None:
    record = logging.makeLogRecord({"msg": "slow"})

    WithRequestId().filter(record)

    assert (record.__dict__["request"], current()) == ("", "")
