"""Crawlers read the essays and stay off what is endless, the author's, or a program's."""

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client


@pytest.fixture
def rules(client: Client) -> RobotFileParser:
    reply = client.get("/robots.txt")
    assert reply.headers["Content-Type"].startswith("text/plain")
    parser = RobotFileParser()
    parser.parse(reply.content.decode().splitlines())
    return parser


@pytest.mark.parametrize(
    "path",
    ["/", "/essays/", "/essays/bread/", "/glossary/receipt/", "/evolution/", "/trust/", "/a/0/"],
)
def test_what_is_to_be_read_is_open(rules: RobotFileParser, path: str) -> None:
    assert rules.can_fetch("Anybot", path)


@pytest.mark.parametrize(
    "path", ["/admin/", "/api/v1/search?q=x", "/search/?q=bread", "/keys/", "/mcp"]
)
def test_what_is_endless_or_not_for_crawlers_is_closed(rules: RobotFileParser, path: str) -> None:
    assert not rules.can_fetch("Anybot", path)
