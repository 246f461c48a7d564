"""robots.txt is heeded as RFC 9309 says; who cannot be asked is left alone."""

import pytest
from pytest_httpserver import HTTPServer

from retrieval.fetching import Client
from retrieval.fetching.robots import Robots, allows, pause_in, read_rules

TWO_GROUPS = """
User-agent: other
Disallow: /

User-agent: *
Disallow: /drafts/   # nobody's business
Allow: /drafts/open
Disallow: /*.pdf$
Disallow:
Disallow: /search?*q=
"""


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("/", True), ("/tides", True), ("/drafts", True), ("/drafts/a", False),
        ("/drafts/open", True), ("/a/b.pdf", False), ("/a/b.pdf?x", True), ("/a.pdf.html", True),
        ("/search?page=1&q=tide", False), ("/search", True), ("/%64rafts/a", False),
    ],
)  # fmt: skip
def test_the_longest_rule_that_fits_decides(path: str, is_allowed: bool) -> None:
    assert allows(read_rules(TWO_GROUPS), f"https://quay.example{path}") is is_allowed


def test_rules_that_name_us_go_before_those_for_everybody() -> None:
    rules = read_rules("User-agent: x\nUser-agent: ArchiveBrain\nDisallow: /a\n\nUser-agent: *\n"
                       "Disallow: /\n")  # fmt: skip

    assert [allows(rules, f"https://quay.example/{one}") for one in "ab"] == [False, True]


def test_of_two_rules_alike_the_one_that_allows_holds() -> None:
    rules = read_rules("User-agent: *\nDisallow: /a\nAllow: /a")

    assert allows(rules, "https://quay.example/a")


def test_a_pattern_full_of_stars_takes_no_time() -> None:
    rules = read_rules("User-agent: *\nDisallow: /" + "*a" * 5000 + "$")

    assert allows(rules, "https://quay.example/" + "a" * 1900)


@pytest.mark.real_sockets
@pytest.mark.parametrize(("status", "is_allowed"), [(404, True), (403, True), (429, False),
                                                    (503, False)])  # fmt: skip
def test_a_host_without_rules_allows_all_and_one_that_cannot_say_nothing(
    status: int, is_allowed: bool, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/robots.txt").respond_with_data("", status=status)
    robots = Robots(Client(agent="test", allow_private=True, seconds=5))

    assert robots.allow(httpserver.url_for("/tides")) is is_allowed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("", 0),
        ("User-agent: *\nDisallow: /a", 0),
        ("User-agent: *\nCrawl-delay: 3", 3),
        ("User-agent: *\nCrawl-delay: 3\n\nUser-agent: archivebrain\nCrawl-delay: 1", 1),
        ("User-agent: other\nCrawl-delay: 3", 0),
        ("User-agent: *\nCrawl-delay: soon", 0),
    ],
)
def test_the_pause_that_is_asked_for_is_ours_or_everybodys(text: str, seconds: float) -> None:
    assert pause_in(text) == seconds


@pytest.mark.real_sockets
def test_a_host_that_asks_for_pauses_is_given_them(httpserver: HTTPServer) -> None:
    robots_txt = "User-agent: *\nCrawl-delay: 7"
    httpserver.expect_request("/robots.txt").respond_with_data(robots_txt)
    robots = Robots(Client(agent="test", allow_private=True, seconds=5))

    robots.allow(httpserver.url_for("/a"))

    assert robots.client.pace.wished == {httpserver.host: 7}


@pytest.mark.real_sockets
def test_a_host_is_asked_once(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/robots.txt").respond_with_data("User-agent: *\nDisallow: /a")
    robots = Robots(Client(agent="test", allow_private=True, seconds=5))

    assert [robots.allow(httpserver.url_for(path)) for path in ("/a", "/b")] == [False, True]
    assert len(httpserver.log) == 1
