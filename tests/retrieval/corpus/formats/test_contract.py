"""What every format promises, shown on the smallest file of its kind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from retrieval.corpus.documents import Listing, Refusal, Skip, SourceDocument
from retrieval.corpus.formats import FORMATS, Format, Read, Reading
from retrieval.corpus.sources import open_source
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW, Write

WXR = (
    '<rss xmlns:wp="http://wordpress.org/export/1.2/" '
    'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>'
    "<wp:base_blog_url>https://quay.example</wp:base_blog_url>"
    "<item><title>Quays</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>"
    "<wp:status>publish</wp:status><content:encoded>Oak.</content:encoded></item>"
    "<item><title>Unready</title><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type>"
    "<wp:status>draft</wp:status><content:encoded>Not yet.</content:encoded></item>"
    "</channel></rss>"
)
GHOST = (
    '{"db": [{"data": {"posts": [{"id": "1", "title": "Keels", "html": "<p>Oak.</p>", '
    '"status": "published", "visibility": "public"}, {"id": "2", "title": "Unready", '
    '"html": "<p>Not yet.</p>", "status": "draft", "visibility": "public"}]}}]}'
)
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://www.w3.org/2007/app">'
    "<title>Notes</title><entry><title>Oars</title><id>urn:1</id><content>Oak.</content></entry>"
    "<entry><title>Unready</title><id>urn:2</id><content>Not yet.</content>"
    "<app:control><app:draft>yes</app:draft></app:control></entry></feed>"
)
MEDIUM = (
    '<article class="h-entry"><h1 class="p-name">Unready</h1><section data-field="body" '
    'class="e-content"><p>Old.</p></section><footer><a class="p-canonical" '
    'href="https://medium.com/@a/oak-0a1b2c3d">Here</a></footer></article>'
)
NOTEBOOK = (
    '{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, '
    '"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Oak"]}]}'
)


SITEMAP = (
    "<urlset><url><loc>http://localhost:PORT/oak</loc></url>"
    "<url><loc>http://localhost:PORT/un</loc></url></urlset>"
)
PAGES = {
    "/oak": "<h1>Oak</h1><p>Old.",
    "/un": '<meta name="robots" content="noindex"><h1>Unready</h1><p>Not yet.',
}


@dataclass(frozen=True)
class Kind:
    """The smallest source of one kind. ``draft``: the title of the draft in it."""

    files: Mapping[str, str]
    draft: str = "Unready"


KINDS = {
    "markdown": Kind(
        {"oak.md": "# Oak\n", "un.md": "---\ntitle: Unready\ndraft: true\n---\nNo.\n"}
    ),
    "notebook": Kind({"oak.ipynb": NOTEBOOK}, draft=""),
    "wordpress": Kind({"quay.xml": WXR}),
    "ghost": Kind({"keel.json": GHOST}),
    "substack": Kind(
        {
            "posts.csv": "post_id,post_date,is_published,type,audience,title\n"
            "101.oak,,true,newsletter,everyone,Oak\n102.un,,false,newsletter,everyone,Unready\n",
            "posts/101.oak.html": "<p>Old.</p>",
            "posts/102.un.html": "<p>Not yet.</p>",
        }
    ),
    "medium": Kind(
        {
            "posts/oak-0a1b2c3d.html": MEDIUM.replace("Unready", "Oak"),
            "posts/draft_un-0a1b2c3e.html": MEDIUM.replace("0a1b2c3d", "0a1b2c3e"),
        }
    ),
    "feed": Kind({"feed.xml": FEED}),
    "html": Kind(
        {"oak.html": "<h1>Oak</h1><p>Old.", "drafts/un.html": "<h1>Unready</h1><p>Not yet."}
    ),
    "sitemap": Kind({"map.xml": SITEMAP}),
    "list": Kind({"titles.csv": "title,url\nOak,https://oak.example/oak\n"}, draft=""),
}
# A sitemap's pages come from a server.
pytestmark = pytest.mark.real_sockets
EVERY = pytest.mark.parametrize("kind", [pytest.param(one, id=one.name) for one in FORMATS])


@pytest.fixture
def write(write: Write, httpserver: HTTPServer, settings: Any) -> Write:
    """Whatever is named by address is served nearby."""
    settings.FETCH_ALLOW_PRIVATE = True
    for path, text in PAGES.items():
        httpserver.expect_request(path).respond_with_data(text, content_type="text/html")
    httpserver.expect_request("/robots.txt").respond_with_data("")

    def served(files: Mapping[str, str | bytes]) -> Path:
        port = str(httpserver.port)
        return write(
            {
                name: text.replace("PORT", port)
                if isinstance(text, str)
                else text.replace(b"PORT", port.encode())
                for name, text in files.items()
            }
        )

    return served


def read_all(kind: Format, root: Path) -> Iterator[Read]:
    with open_source(str(root)) as source:
        yield from kind.read(source, kind.takes(source, source.names), Reading(now=NOW))


def test_every_format_has_a_smallest_file_here() -> None:
    assert {one.name for one in FORMATS} == set(KINDS)


@EVERY
def test_a_format_takes_its_own_kind_and_no_other(kind: Format, write: Write) -> None:
    write(
        {f"{name}/{file}": text for name, one in KINDS.items() for file, text in one.files.items()}
    )
    root = write({"plain.json": '{"name": "x"}', "other.xml": "<oaks/>", "table.csv": "a,b\n1,2\n"})

    with open_source(str(root)) as source:
        taken = kind.takes(source, source.names)

    assert set(taken) == {f"{kind.name}/{file}" for file in KINDS[kind.name].files}


@EVERY
def test_what_is_read_is_whole_and_the_same_each_time(kind: Format, write: Write) -> None:
    root = write(KINDS[kind.name].files)

    first, again = list(read_all(kind, root)), list(read_all(kind, root))

    assert first == again
    assert first
    assert not [one for one in first if isinstance(one, Refusal | Skip)]
    for one in first:
        if isinstance(one, SourceDocument):
            assert one.source_format == kind.name
            assert all((one.root, one.path, one.title, one.slug_wish, one.body.strip()))
            assert one.read_from in KINDS[kind.name].files
        else:
            assert isinstance(one, Listing)


@EVERY
def test_no_date_is_made_up(kind: Format, write: Write) -> None:
    for one in read_all(kind, write(KINDS[kind.name].files)):
        if isinstance(one, SourceDocument):
            assert (one.dates.published, one.dates.updated) == (None, None)
            assert one.dates.published_origin is DateOrigin.UNKNOWN


@EVERY
def test_a_draft_is_not_public_and_nothing_is_above_the_ceiling(kind: Format, write: Write) -> None:
    root = write(KINDS[kind.name].files)
    seen = {
        one.title: one.visibility for one in read_all(kind, root) if isinstance(one, SourceDocument)
    }
    with open_source(str(root)) as source:
        how = Reading(now=NOW, ceiling=Visibility.DRAFT)
        below = list(kind.read(source, kind.takes(source, source.names), how))

    draft = KINDS[kind.name].draft
    assert draft in {*seen, ""}
    assert all((seen[title] is Visibility.PUBLIC) is (title != draft) for title in seen)
    assert not [
        one
        for one in below
        if isinstance(one, SourceDocument) and one.visibility is Visibility.PUBLIC
    ]


@EVERY
def test_a_file_cut_anywhere_or_spoiled_is_told_and_never_a_crash(
    kind: Format, write: Write
) -> None:
    for file, text in KINDS[kind.name].files.items():
        data = text.encode()
        cuts = [data[: len(data) * part // 12] for part in range(1, 12)]
        for spoiled in [*cuts, data.replace(b"a", b"\0"), data.replace(b"e", b"\xff"), b"\xff\xfe"]:
            found = list(read_all(kind, write({file: spoiled})))
            assert all(isinstance(one, SourceDocument | Listing | Refusal | Skip) for one in found)
