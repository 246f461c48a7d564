"""Exports and feeds that others keep for their tests: all are read or refused by name."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Comment

from retrieval.corpus.documents import Refusal, Skip, SourceDocument
from retrieval.corpus.formats import Read, Reading, formats_called
from retrieval.corpus.formats.wxr import read_wxr
from retrieval.corpus.sources import Source
from retrieval.markdown import plain
from tests.retrieval.corpus.conftest import NOW

pytestmark = pytest.mark.data
EXPORTS = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere")) / "data" / "exports"
NAMES = ("wordpress", "ghost", "feed")
UNSEEN = ("script", "style", "iframe", "svg", "button", "select", "textarea", "audio", "video")


def files() -> list[Any]:
    found = (path for path in sorted(EXPORTS.rglob("*")) if path.suffix in {".xml", ".json"})
    return [pytest.param(path, id=str(path.relative_to(EXPORTS))) for path in found]


def read_as(name: str, path: Path) -> Iterator[Read]:
    (one,) = formats_called(name)
    source = Source.of("/exports", path.name, path.read_bytes())
    yield from one.read(source, one.takes(source, source.names), Reading(now=NOW))


@pytest.mark.parametrize("path", files())
def test_a_real_file_is_read_or_refused_and_no_date_is_made_up(path: Path) -> None:
    data = path.read_bytes()
    for read in (read for name in NAMES for read in read_as(name, path)):
        assert isinstance(read, SourceDocument | Refusal | Skip)
        if isinstance(read, SourceDocument):
            assert read.title
            for stamp in filter(None, (read.dates.published, read.dates.updated)):
                assert str(stamp.day.year).encode() in data
                assert f"{stamp.day.day}".encode() in data


@pytest.mark.parametrize("path", [one for one in files() if one.values[0].suffix == ".xml"])
def test_every_letter_that_a_post_shows_is_in_its_text(path: Path) -> None:
    data = path.read_bytes()
    found = [read for read in read_as("wordpress", path) if isinstance(read, SourceDocument)]
    if not found:
        return
    contents = {
        f"post-{item.text('wp:post_id').strip()}": item.text("content:encoded")
        for item in read_wxr(data).items
    }
    for document in found:
        content = contents[document.path]
        letters = iter(squeezed(plain(document.body)))
        # A shortcode is no text; what stands in its place is shown elsewhere.
        if "[" not in content:
            assert all(letter in letters for letter in squeezed(seen(content))), document.title


def seen(page: str) -> str:
    soup = BeautifulSoup(page, "lxml")
    for tag in soup(UNSEEN):
        tag.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    return soup.get_text("")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_the_theme_test_data_comes_out_in_known_numbers() -> None:
    path = EXPORTS / "wordpress-importer/phpunit/data/theme-unit-test-data.xml"
    found = list(read_as("wordpress", path))

    kinds = [type(read) for read in found]
    assert (kinds.count(SourceDocument), kinds.count(Refusal)) == (79, 0)
