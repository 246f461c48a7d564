"""A platform's table tells where works live; it is told by its columns."""

from datetime import date

import pytest

from retrieval.corpus.documents import Dates, Listing, Place, Refusal, SourceFile, Stamp
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.listed import LIST, read_list
from retrieval.corpus.sources import Source
from retrieval.types import DateOrigin
from tests.retrieval.corpus.conftest import NOW


def read(text: str) -> list[Listing | Refusal]:
    return list(read_list(SourceFile("/exports", "stats.csv", text.encode()), Reading(now=NOW)))


def test_a_row_names_a_place_its_date_and_the_original() -> None:
    rows = read(
        "Title,URL,Published At,First Seen At,Original Title,Reads\r\n"
        '"The clock, again",https://noon.example/clock-x7f2,2018-05-02,'
        "https://own.example/clock,Seven minutes late,1200\r\n"
    )

    assert rows == [
        Listing(
            root="/exports",
            path="stats.csv",
            place=Place("noon.example", "The clock, again", "https://noon.example/clock-x7f2"),
            elsewhere=("https://own.example/clock",),
            titles=("Seven minutes late",),
            dates=Dates(Stamp(date(2018, 5, 2)), DateOrigin.EXPORT),
        )
    ]


def test_a_row_without_an_address_is_refused_by_its_line_and_the_others_are_read() -> None:
    first, second = read("title,link\nOne,javascript:alert(1)\nTwo,https://noon.example/two\n")

    assert isinstance(first, Refusal)
    assert first.line == 2
    assert isinstance(second, Listing)


@pytest.mark.parametrize(
    "table",
    [
        "title;url\nÄ;https://noon.example/a\n",
        "title\turl\nÄ\thttps://noon.example/a\n".encode("utf-16"),
        "title,url\nÄ,https://noon.example/a\n,\n".encode("cp1252"),
        "HackerNoon Title,HackerNoon URL\nÄ,https://noon.example/a\n",
        "title,url\nÄ,HTTPS://noon.example/a\n",
    ],
    ids=["semicolons", "tabs", "windows", "platform", "upper case"],
)
def test_a_table_is_read_as_spreadsheets_and_platforms_write_it(table: str | bytes) -> None:
    data = table.encode() if isinstance(table, str) else table
    source = Source.of("/exports", "stats.csv", data)
    (listing,) = LIST.read(source, LIST.takes(source, source.names), Reading(now=NOW))

    assert isinstance(listing, Listing)
    assert listing.place.title == "Ä"
    assert listing.place.url.lower() == "https://noon.example/a"


@pytest.mark.parametrize(
    ("head", "is_taken"),
    [
        ("title,url\n", True),
        ("\ufeffHeadline,Story URL,Reads\n", True),
        ("post_id,post_date,is_published,title,subtitle\n", False),
        ("email,name\n", False),
        ("", False),
    ],
)
def test_only_a_table_of_titles_and_addresses_is_taken(head: str, is_taken: bool) -> None:
    source = Source.of("/exports", "a.csv", head.encode())

    assert LIST.takes(source, source.names) == (("a.csv",) if is_taken else ())
