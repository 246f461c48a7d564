"""A sitemap's pages are fetched politely, each once, and read as pages; the rest is told."""

import socket
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from retrieval.corpus.documents import Refusal, Skip, SourceDocument
from retrieval.corpus.formats import Read, Reading, sitemap
from retrieval.corpus.formats.sitemap import SITEMAP
from retrieval.corpus.sources import MAX_SOURCE_BYTES, Source, open_source
from retrieval.fetching.robots import Robots
from retrieval.types import DateOrigin
from tests.retrieval.corpus.conftest import NOW, Write

pytestmark = pytest.mark.real_sockets

Serve = Callable[..., None]
HOW = Reading(now=NOW)


@pytest.fixture(autouse=True)
def _at_home(settings: Any) -> None:
    settings.FETCH_ALLOW_PRIVATE = True


@pytest.fixture
def serve(httpserver: HTTPServer) -> Serve:
    """Serves pages by path; without robots.txt unless one is given."""

    def start(pages: dict[str, str], robots: str = "") -> None:
        httpserver.expect_request("/robots.txt").respond_with_data(robots)
        for path, text in pages.items():
            kind = "application/xml" if path.endswith(".xml") else "text/html"
            httpserver.expect_request(path).respond_with_data(text, content_type=kind)

    return start


def page(title: str, head: str = "") -> str:
    body = f"<h1>{title}</h1><p>{title} keeps no diary.</p>"
    return f"<html><head>{head}</head><body>{body}</body></html>"


def urlset(*entries: str) -> str:
    return "<urlset>" + "".join(f"<url>{_loc(entry)}</url>" for entry in entries) + "</urlset>"


def index(*urls: str) -> str:
    entries = "".join(f"<sitemap>{_loc(url)}</sitemap>" for url in urls)
    return f"<sitemapindex>{entries}</sitemapindex>"


def _loc(entry: str) -> str:
    url, _, lastmod = entry.partition(" ")
    return f"<loc>{url}</loc>" + (f"<lastmod>{lastmod}</lastmod>" if lastmod else "")


def read(source: Source) -> list[Read]:
    return list(SITEMAP.read(source, SITEMAP.takes(source, source.names), HOW))


def follow(url: str) -> list[Read]:
    with open_source(url) as source:
        return read(source)


def told(found: list[Read]) -> list[str]:
    return [
        one.title if isinstance(one, SourceDocument) else f"{type(one).__name__}: {_words(one)}"
        for one in found
    ]


def _words(one: Read) -> str:
    assert isinstance(one, Refusal | Skip)
    return one.reason


def test_each_page_is_one_document_known_by_its_address(
    httpserver: HTTPServer, serve: Serve
) -> None:
    pages = {"/tides": page("Tides"), "/quays/": page("Quays")}
    serve({"/map.xml": urlset(*map(httpserver.url_for, pages)), **pages})

    found = follow(httpserver.url_for("/map.xml"))

    root = f"web:localhost:{httpserver.port}"
    assert [(one.root, one.path) for one in found] == [
        (root, "tides.html"), (root, "quays/index.html")]  # fmt: skip
    for one in found:
        assert isinstance(one, SourceDocument)
        assert (one.source_format, one.file) == ("sitemap", "map.xml")
        assert one.own_url == httpserver.url_for("/tides" if one.title == "Tides" else "/quays/")


def test_a_sitemap_from_a_file_is_followed_and_one_among_other_files_is_not(
    httpserver: HTTPServer, serve: Serve, write: Write
) -> None:
    serve({"/tides": page("Tides")})
    root = write({"sitemap.xml": urlset(httpserver.url_for("/tides"))})
    alone = follow(str(root))
    write({"tides.html": page("Tides")})
    beside = follow(str(root))

    assert told(alone) == ["Tides"]
    assert told(beside) == [
        "Skip: the pages of a sitemap are fetched only if it is imported alone."
    ]


def test_lastmod_is_a_guess_at_an_edit_and_never_the_day_of_publication(
    httpserver: HTTPServer, serve: Serve
) -> None:
    stated = '<meta property="article:published_time" content="2024-05-02">'
    dated = page("Dated", stated)
    days = {
        "/a": "2024-06-01",
        "/b": "2024-05-02",
        "/c": "2024-06-01T10:00:00Z",
        "/d": "2099-01-01",
    }
    pages = {"/a": dated, "/b": dated, "/c": page("Undated"), "/d": page("Ahead")}
    entries = [f"{httpserver.url_for(path)} {day}" for path, day in days.items()]
    serve({"/map.xml": urlset(*entries), **pages})

    dates = [one.dates for one in follow(httpserver.url_for("/map.xml"))
             if isinstance(one, SourceDocument)]  # fmt: skip

    assert [one.published and one.published.day for one in dates] == [
        date(2024, 5, 2), date(2024, 5, 2), None, None]  # fmt: skip
    assert [one.updated and one.updated.day for one in dates] == [
        date(2024, 6, 1), None, date(2024, 6, 1), None]  # fmt: skip
    assert dates[0].updated_origin is DateOrigin.GUESS


def test_a_page_that_fails_is_one_refusal_beside_the_others(
    httpserver: HTTPServer, serve: Serve
) -> None:
    urls = [httpserver.url_for(path) for path in ("/gone", "/picture", "/tides")]
    serve({"/map.xml": urlset(*urls, "http://[", "http://169.254.169.254/", "https://quay.example/"),
           "/tides": page("Tides")})  # fmt: skip
    httpserver.expect_request("/gone").respond_with_data("", status=404)
    httpserver.expect_request("/picture").respond_with_data("", content_type="image/png")

    found = told(follow(httpserver.url_for("/map.xml")))

    assert found == [
        "Refusal: its server said 404.",
        "Refusal: it is 'image/png', which is not what is read here.",
        "Tides",
        "Refusal: it is on another site than the sitemap.",
        "Refusal: it is on another site than the sitemap.",
        "Refusal: it is on another site than the sitemap.",
    ]


def test_robots_txt_is_heeded(httpserver: HTTPServer, serve: Serve) -> None:
    pages = {"/open": page("Open"), "/closed": page("Closed")}
    serve({"/map.xml": urlset(*map(httpserver.url_for, pages)), **pages},
          robots="User-agent: archivebrain\nDisallow: /closed")  # fmt: skip

    found = told(follow(httpserver.url_for("/map.xml")))

    assert found == ["Open", "Refusal: the robots.txt of its site forbids it, or cannot be read."]
    assert "/closed" not in [request.path for request, _ in httpserver.log]


def test_indexes_that_name_each_other_come_to_an_end(httpserver: HTTPServer, serve: Serve) -> None:
    here = httpserver.url_for
    serve({
        "/a.xml": index(here("/b.xml"), here("/a.xml"), here("/b.xml")),
        "/b.xml": index(here("/a.xml"), here("/c.xml")),
        "/c.xml": urlset(here("/tides"), here("/tides")),
        "/tides": page("Tides"),
    })  # fmt: skip

    assert told(follow(here("/a.xml"))) == ["Tides"]
    assert len(httpserver.log) == 5


def test_an_endless_index_is_bounded(
    httpserver: HTTPServer, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitemap, "MAX_SITEMAPS", 4)

    def one_more(request: Request) -> Response:
        number = int(request.path.rpartition("/")[2].removesuffix(".xml"))
        text = index(httpserver.url_for(f"/more/{number + 1}.xml"))
        return Response(text, content_type="text/xml")

    httpserver.expect_request(_Below("/more/")).respond_with_handler(one_more)

    assert told(follow(httpserver.url_for("/more/0.xml"))) == [
        "Refusal: it leads to more than 3,000 pages or 4 sitemaps; the rest was not fetched."
    ]


class _Below(str):
    """Any path below one."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and other.startswith(str(self))

    __hash__ = str.__hash__


def test_more_pages_than_anybody_writes_are_told_once(
    httpserver: HTTPServer, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitemap, "MAX_PAGES", 2)
    pages = {f"/{number}": page(f"Page {number}") for number in range(4)}
    serve({"/map.xml": urlset(*map(httpserver.url_for, pages)), **pages})

    assert told(follow(httpserver.url_for("/map.xml"))) == [
        "Page 0",
        "Page 1",
        "Refusal: it leads to more than 2 pages or 100 sitemaps; the rest was not fetched.",
    ]


def test_all_pages_together_are_no_more_than_a_source_may_hold(
    httpserver: HTTPServer, serve: Serve
) -> None:
    pages = {"/a": page("A"), "/b": page("B" * 1000)}
    serve({"/map.xml": urlset(*map(httpserver.url_for, pages)), **pages})

    with open_source(httpserver.url_for("/map.xml")) as source:
        source.left_bytes -= MAX_SOURCE_BYTES - 1000
        found = told(read(source))

    assert found == ["A", "Refusal: its pages are more than an import takes in at once."]


def test_two_addresses_of_one_page_are_one_document(httpserver: HTTPServer, serve: Serve) -> None:
    serve({"/map.xml": urlset(httpserver.url_for("/new"), httpserver.url_for("/old")),
           "/new": page("New")})  # fmt: skip
    httpserver.expect_request("/old").respond_with_data("", 301, {"Location": "/new"})

    found = told(follow(httpserver.url_for("/map.xml")))

    assert found == ["New", f"Skip: it leads to {httpserver.url_for('/new')}."]


@pytest.fixture
def dead_end() -> Iterator[str]:
    """An address where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{probe.getsockname()[1]}"


def test_a_site_that_went_silent_is_left(
    dead_end: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Robots, "allow", lambda robots, url: True)
    root = write({"map.xml": urlset(*(f"{dead_end}/{number}" for number in range(50)))})

    found = told(follow(str(root / "map.xml")))

    assert len(found) == 6
    assert found[-1] == "Refusal: nothing answered 5 times in a row; the rest was not asked."


def test_a_broken_sitemap_gives_what_stands_before_the_break_and_says_so(
    httpserver: HTTPServer, serve: Serve, write: Write
) -> None:
    serve({"/tides": page("Tides")})
    root = write({"map.xml": urlset(httpserver.url_for("/tides"))[:-9] + "<url><lo"})

    found = told(follow(str(root)))

    assert (found[0], len(found)) == ("Tides", 2)
    assert found[1].startswith("Refusal: it is not well-formed XML")
