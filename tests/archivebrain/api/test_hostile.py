"""Two thousand hostile requests: each is answered or refused, and none breaks anything."""

import json
import random
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

SEED, REQUESTS = 20261130, 2000
POSTS = ("verify-quote", "feedback", "publish", "keys", "ask", "nothing")
GETS = ("essays", "essays/", "glossary/", "search", "schema", "concepts/", "positions", "", "docs")
PIECES = (
    "\x00", "\ud800", "\u202e", "'; DROP TABLE x;--", "%00", "%ff", "../", "{{7*7}}", "<script>",
    "\U0001f9c2", "a" * 3000, "((((", "[[[", "\\", "*" * 50, "NaN", "-1", "9" * 400, "é" * 9,
    "1e999", "\r\nX: y", "null", "true", " ", "\u200b", "ﷺ", "(?=x)+", "2020-02-30", "०",
)  # fmt: skip
TYPES = ("application/json", "application/json; charset=utf-16", "text/plain", "", "application/")


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, mostly text that somebody hopes will break something."""
    kind = dice.randrange(8 if depth < 3 else 5)
    if kind < 3:
        return "".join(dice.choices(PIECES, k=dice.randrange(4)))
    if kind < 5:
        return dice.choice([None, True, -1, 10**30, 1.5, ""])
    if kind == 5:
        return [value(dice, depth + 1) for _ in range(dice.randrange(3))]
    names = ("question", "quote", "answer", "verdict", "reasons", "type", "data", "email", "as_of")
    return {dice.choice((*names, *PIECES)): value(dice, depth + 1) for _ in range(3)}


def test_two_thousand_hostile_requests_break_nothing(
    client: Client,
) -> None:
    dice = random.Random(SEED)  # noqa: S311
    statuses: dict[int, int] = {}
    for _ in range(REQUESTS):
        response = hostile(client, dice)
        statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
        is_failure = response.status_code >= 400
        assert response.status_code < 500, response.request
        assert not is_failure or response.headers["Content-Type"] == "application/problem+json"

    assert sum(statuses.values()) == REQUESTS
    assert {400, 404, 405, 415, 422} <= set(statuses)


def hostile(client: Client, dice: random.Random) -> Any:
    headers = {"X-Request-ID": dice.choice(("", "a b", "x" * 99, "fine-and-long"))}
    if dice.random() < 0.5:
        address = f"/api/v1/{dice.choice(GETS)}"
        junk = "".join(dice.choices(PIECES, k=2)).encode("utf-8", "replace").decode()
        where, query = dice.choice((("", {dice.choice(("q", "limit", "x")): junk}), (junk, {})))
        method = dice.choice(("GET", "GET", "HEAD", "PUT", "DELETE", "OPTIONS"))
        return client.generic(
            method, address + where.replace("?", ""), query_params=query, headers=headers
        )
    body = json.dumps(value(dice)).encode()
    if dice.random() < 0.3:
        body = body[: dice.randrange(len(body) + 1)] + dice.choice((b"", b"\xff", b"[" * 5000))
    return client.generic(
        "POST",
        f"/api/v1/{dice.choice(POSTS)}",
        body,
        content_type=dice.choice(TYPES),
        headers=headers,
    )
