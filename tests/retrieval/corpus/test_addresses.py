"""What stands at an address becomes a file that a format knows; nothing else tells what it is."""

import gzip
import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from retrieval.corpus.addresses import file_of, path_of, root_of
from retrieval.corpus.documents import Dates, SourceDocument, SourceFile
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.html import HTML
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.sources import SourceFault, open_source
from retrieval.fetching import Fetched

NOW = datetime(2026, 11, 30, tzinfo=UTC)
PAGE = b"<!doctype html><title>Tides</title>"
FEED = b'<?xml version="1.0"?><rss version="2.0"></rss>'


@pytest.mark.parametrize(
    ("url", "kind", "body", "path"),
    [
        ("https://quay.example/notes/tides", "text/html", PAGE, "notes/tides.html"),
        ("https://quay.example/notes/", "text/html", PAGE, "notes/index.html"),
        ("https://quay.example", "text/html", PAGE, "index.html"),
        ("https://quay.example/?p=41", "text/html", PAGE, "index?p=41.html"),
        ("https://quay.example/tides.HTML", "text/html", PAGE, "tides.html"),
        ("https://quay.example/a/%C3%A9t%C3%A9", "text/html", PAGE, "a/été.html"),
        ("https://quay.example/a%2F..%2Fb", "text/html", PAGE, "a%2F..%2Fb.html"),
        ("https://quay.example/a%00b", "text/html", PAGE, "a%00b.html"),
        ("https://quay.example/feed", "text/html", FEED, "feed.xml"),
        ("https://quay.example/feed.rss", "application/rss+xml", FEED, "feed.rss"),
        ("https://quay.example/a.atom", "application/octet-stream", FEED, "a.atom"),
        ("https://quay.example/feed.php", "text/xml", FEED, "feed.php.xml"),
        ("https://quay.example/x", "application/xml", b"<?xml?><html>", "x.html"),
        ("https://quay.example/feed.json", "application/feed+json", b"{}", "feed.json"),
        ("https://quay.example/a.ipynb", "application/json", b"{}", "a.ipynb"),
        ("https://quay.example/a.ipynb", "text/plain", b"{}", "a.ipynb"),
        ("https://quay.example/tides.md", "text/plain", b"Tides.", "tides.md"),
        ("https://quay.example/tides", "text/plain", b"Tides.", "tides.md"),
        ("https://quay.example/tides", "text/markdown", b"Tides.", "tides.md"),
        ("https://quay.example/e", "application/octet-stream", b"PK\x03\x04", "e.zip"),
        ("https://quay.example/stats", "text/csv", b"title,url", "stats.csv"),
    ],
)
def test_a_file_is_called_by_its_address_and_by_what_it_is(
    url: str, kind: str, body: bytes, path: str
) -> None:
    assert file_of(Fetched(url, kind, body)).path == path


def test_a_packed_file_is_unpacked() -> None:
    url = "https://quay.example/feed.xml.gz"

    assert file_of(Fetched(url, "application/gzip", gzip.compress(FEED))).data == FEED


@pytest.mark.parametrize("host", ["quay.example", "www.quay.example"])
def test_pages_of_one_site_are_known_by_its_host_with_and_without_www(host: str) -> None:
    assert root_of(f"https://{host}/a/b") == "web:quay.example"


def test_another_port_is_another_site() -> None:
    assert root_of("http://quay.example:8080/") == "web:quay.example:8080"


def test_a_path_never_climbs() -> None:
    assert path_of("https://quay.example/../%2e%2e/a/./b", ".html") == "a/b.html"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://quay.example/",
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/",
        "ftp://quay.example/a.zip",
    ],
)
def test_what_may_not_be_fetched_is_a_fault_of_the_source(url: str) -> None:
    with pytest.raises(SourceFault, match=f"^{url}: "), open_source(url):
        pass


@pytest.mark.real_sockets
class TestFetched:
    @pytest.fixture(autouse=True)
    def _at_home(self, settings: Any) -> None:
        settings.FETCH_ALLOW_PRIVATE = True

    def test_a_source_tells_where_it_came_from_in_the_end(self, httpserver: HTTPServer) -> None:
        moved = {"Location": "/tides"}
        httpserver.expect_request("/old").respond_with_data("", status=301, headers=moved)
        httpserver.expect_request("/tides").respond_with_data(PAGE, content_type="text/html")

        with open_source(httpserver.url_for("/old")) as source:
            found = source.read("tides.html")

        root = f"web:localhost:{httpserver.port}"
        url = httpserver.url_for("/tides")
        assert found == SourceFile(root, "tides.html", PAGE, url)
        assert not source.whole

    def test_a_zip_is_looked_into_without_a_file_on_disk(self, httpserver: HTTPServer) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as made:
            made.writestr("posts/tides.md", "Tides.")
            made.writestr("../out.md", "Out.")
        httpserver.expect_request("/blog.zip").respond_with_data(
            packed.getvalue(), content_type="application/zip"
        )

        with open_source(httpserver.url_for("/blog.zip")) as source:
            told = [str(type(source.read(name)).__name__) for name in source.names]

        assert source.root == f"web:localhost:{httpserver.port}/blog.zip"
        assert (source.names, told) == (
            ("../out.md", "posts/tides.md"),
            ["Refusal", "SourceFile"],
        )

    def test_a_page_lives_where_it_was_fetched_and_its_links_lead_on_from_there(
        self, httpserver: HTTPServer
    ) -> None:
        text = "<h1>Tides</h1><p>See <a href='quays'>the quays</a> at slack water.</p>"
        httpserver.expect_request("/notes/tides").respond_with_data(text, content_type="text/html")
        url = httpserver.url_for("/notes/tides")

        with open_source(url) as source:
            (page,) = HTML.read(source, HTML.takes(source, source.names), Reading(now=NOW))

        assert isinstance(page, SourceDocument)
        assert (page.own_url, page.slug_wish, page.dates) == (url, "tides", Dates())
        assert f"[the quays]({httpserver.url_for('/notes/quays')})" in page.body

    @pytest.mark.torch
    @pytest.mark.django_db
    def test_an_essay_by_its_address_is_imported_once_and_never_gone(
        self, httpserver: HTTPServer
    ) -> None:
        essay = "---\ntitle: Tides\ndate: 2024-05-02\n---\nThe tide keeps no diary.\n"
        headers = {"Last-Modified": "Mon, 30 Nov 2026 10:00:00 GMT"}
        httpserver.expect_request("/tides.md").respond_with_data(
            essay, content_type="text/markdown", headers=headers
        )
        url = httpserver.url_for("/tides.md")

        first, again = (self.imported(url) for _ in range(2))
        httpserver.clear()
        gone = self.imported(url)

        assert [step.action.value for step in (*first.steps, *again.steps)] == ["new", "unchanged"]
        assert str(first.steps[0].columns["published_on"]) == "2024-05-02"
        assert first.steps[0].columns["updated_on"] is None
        assert gone.exit_code == 2
        assert gone.faults == [f"{url}: its server said 500."]

    def imported(self, url: str) -> Any:
        options = ImportOptions(now=NOW, prune=True)
        return import_sources([url], options=options, progress=lambda *stage: None)
