"""The door of /mcp: who comes in, by which method, from where, with which key, how often."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import http_sfv
import httpx2
import pytest
from django.utils import timezone

from archivebrain.access.key_form import new_key
from archivebrain.access.principals import digest_of
from archivebrain.models.access import ApiKey, KeyHolder
from tests.archivebrain.mcp.visiting import web

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


def posted(
    body: object = LIST, *, path: str = "/mcp", method: str = "POST", **headers: str
) -> httpx2.Response:
    async def sent() -> httpx2.Response:
        async with web(**JSON) as client:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            return await client.request(method, path, content=content, headers=headers)

    return asyncio.run(sent())


def greeting(identity: int = 1) -> dict[str, Any]:
    params = {"name": "ask", "arguments": {"question": "Hello"}}
    return {"jsonrpc": "2.0", "id": identity, "method": "tools/call", "params": params}


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_both_spellings_of_the_address_answer_a_post_without_a_redirect(path: str) -> None:
    response = posted(path=path)

    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert "Mcp-Session-Id" not in response.headers


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
def test_no_other_method_opens_a_stream_or_ends_a_session(method: str) -> None:
    response = posted(method=method)

    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("brain.example.org", "", 200),
        ("brain.example.org:443", "", 200),
        ("www.friends.example", "", 200),
        ("evil.example", "", 421),
        ("brain.example.org.evil.example", "", 421),
        ("brain.example.org", "https://brain.example.org", 200),
        ("brain.example.org", "https://claude.ai", 200),
        ("brain.example.org", "https://evil.example", 403),
        ("brain.example.org", "https://brain.example.org.evil.example", 403),
        ("brain.example.org", "null", 403),
        ("localhost:8000", "http://localhost:8000", 200),
        ("localhost:8000", "http://localhost:3000", 403),
        ("evil.example", "http://evil.example", 421),
    ],
)
def test_only_our_hosts_and_our_sites_come_in(
    settings: Any, caplog: pytest.LogCaptureFixture, host: str, origin: str, status: int
) -> None:
    settings.ALLOWED_HOSTS = ["brain.example.org", ".friends.example", "localhost"]
    settings.ARCHIVEBRAIN_SITE_URL = "https://brain.example.org"
    settings.CORS_ORIGINS = ["https://claude.ai"]

    response = posted(Host=host, **({"Origin": origin} if origin else {}))

    assert response.status_code == status
    assert status == 200 or (host if status == 421 else origin) in caplog.text


PREFLIGHT = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type,mcp-protocol-version,mcp-method",
}


@pytest.mark.parametrize("origins", [["https://friend.example"], ["*"]])
def test_a_page_of_a_listed_site_may_call_and_read_the_reply(
    settings: Any, origins: list[str]
) -> None:
    settings.CORS_ORIGINS = origins

    asked = posted(b"", method="OPTIONS", Origin="https://friend.example", **PREFLIGHT)
    told = posted(Origin="https://friend.example")

    allowed = asked.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert (asked.status_code, asked.content, told.status_code) == (204, b"", 200)
    assert set(PREFLIGHT["Access-Control-Request-Headers"].split(",")) <= set(allowed)
    assert asked.headers["Access-Control-Allow-Methods"] == "POST"
    assert "RateLimit" in told.headers["Access-Control-Expose-Headers"]
    for reply in (asked, told):
        assert reply.headers["Access-Control-Allow-Origin"] in {"https://friend.example", "*"}


def test_a_page_of_another_site_is_refused_before_it_calls(settings: Any) -> None:
    settings.CORS_ORIGINS = ["https://friend.example"]

    refused = posted(b"", method="OPTIONS", Origin="https://evil.example", **PREFLIGHT)

    assert refused.status_code == 403
    assert "Access-Control-Allow-Origin" not in refused.headers


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ({}, 200),
        ({"MCP-Protocol-Version": "2025-06-18"}, 200),
        ({"MCP-Protocol-Version": "not-a-version"}, 400),
        ({"MCP-Protocol-Version": "1900-01-01"}, 400),
    ],
)
def test_a_version_that_was_never_agreed_is_refused(header: dict[str, str], status: int) -> None:
    assert posted(**header).status_code == status


@pytest.mark.parametrize("header", [{}, {"MCP-Protocol-Version": "2999-01-01"}])
def test_a_client_from_the_future_is_offered_a_version_that_we_speak(
    header: dict[str, str],
) -> None:
    params = {
        "protocolVersion": "2999-01-01",
        "capabilities": {},
        "clientInfo": {"name": "future", "version": "1"},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}

    response = posted(body, **header)

    assert response.status_code == 200
    assert response.json()["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (json.dumps([LIST, LIST]).encode(), 400),
        (b"[" * 60_000, 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 65_536 + b'"}', 413),
    ],
)
def test_what_is_no_message_is_refused_without_a_fault(body: bytes, status: int) -> None:
    assert posted(body).status_code == status


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("credential", ["Bearer ab_live_nonsense", "Bearer ", "bearer x"])
def test_a_key_that_opens_nothing_is_a_401_that_says_how_to_authenticate(credential: str) -> None:
    response = posted(Authorization=credential)

    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert response.json()["error"]["message"] == ("This key is not valid. Ask for one at /keys/.")


def test_a_key_in_the_address_is_refused() -> None:
    assert posted(path=f"/mcp?key={new_key().text}").status_code == 400


@pytest.mark.usefixtures("transactional_db")
def test_a_key_has_the_quota_of_a_key(settings: Any) -> None:
    settings.KEY_UNITS_PER_MINUTE = 777

    response = posted(greeting(), Authorization=f"Bearer {issued()}")

    policies = http_sfv.List()
    policies.parse(response.headers["RateLimit-Policy"].encode())
    assert {policy.params["q"] for policy in policies} >= {777}


def issued() -> str:
    key = new_key()
    holder = KeyHolder.objects.create(email="a@example.org", person=key.public_id)
    ApiKey.objects.create(
        holder=holder,
        public_id=key.public_id,
        digest=digest_of(key),
        last_characters=key.text[-4:],
        expires_at=timezone.now() + timedelta(days=1),
    )
    return key.text


@pytest.mark.usefixtures("transactional_db")
def test_whoever_asks_too_often_is_told_in_a_sentence_and_in_headers(settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE, settings.TRUSTED_PROXIES = 15, 1
    somebody = {"X-Forwarded-For": new_address()}

    first, second = posted(greeting(), **somebody), posted(greeting(), **somebody)

    assert first.json()["result"]["isError"] is False
    result = second.json()["result"]
    assert result["isError"] is True
    wait = second.headers["Retry-After"]
    assert result["content"][0]["text"] == f"Too many calls from here. Come back in {wait} seconds."
    assert posted(LIST, **somebody).status_code == 200


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    "arguments", [{"question": ""}, {"question": "\u200b"}, {"qestion": "Why?"}]
)
def test_a_question_that_could_not_be_asked_costs_nothing(
    settings: Any, arguments: dict[str, str]
) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE, settings.TRUSTED_PROXIES = 15, 1
    somebody = {"X-Forwarded-For": new_address()}
    body = {**greeting(), "params": {"name": "ask", "arguments": arguments}}

    refused = [posted(body, **somebody).json()["result"]["isError"] for _ in range(2)]

    assert refused == [True, True]
    assert posted(greeting(), **somebody).json()["result"]["isError"] is False


def new_address() -> str:
    """One that no other test and no earlier run has spent from."""
    key = new_key().public_id.encode().hex()
    return ":".join(["2001", "db8", *(key[at : at + 4] for at in range(0, 24, 4))])
