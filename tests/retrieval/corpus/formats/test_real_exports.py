"""Exports and feeds that others keep for their tests: all are read or refused by name."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus.documents import Refusal, Skip, SourceDocument
from retrieval.corpus.formats import Read, Reading, formats_called
from retrieval.corpus.sources import Source
from tests.retrieval.corpus.conftest import NOW

pytestmark = pytest.mark.data
EXPORTS = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere")) / "data" / "exports"
NAMES = ("wordpress", "ghost", "feed")


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


def test_the_theme_test_data_comes_out_in_known_numbers() -> None:
    path = EXPORTS / "wordpress-importer/phpunit/data/theme-unit-test-data.xml"
    found = list(read_as("wordpress", path))

    kinds = [type(read) for read in found]
    assert (kinds.count(SourceDocument), kinds.count(Refusal)) == (79, 0)
