"""The day that an author wrote, in whatever words; never another one, and never today."""

import os
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from feedparser.datetimes import _parse_date

from retrieval.corpus.documents import Stamp
from retrieval.corpus.formats.feed_dates import read_feed_date

DATA = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere"))
# A month or a year is no day, and these years are nobody's.
NO_DAY = {"-0312", "-03-12", "03335", "2003-12", "2003", "Thu, 01 Jan 0100 00:00:01 +0100"}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Sat, 9 July 2016 22:30:00 PDT", date(2016, 7, 9)),
        ("Fri, 14 Sept 2018 10:05:00 +0300", date(2018, 9, 14)),
        ("Tue, 03 Feb 15 00:00:00 +0200", date(2015, 2, 3)),
        ("Tue, May 19 2020 04:15:00 +0000", date(2020, 5, 19)),
        ("11 Mar 05 16:20 -0500", date(2005, 3, 11)),
        ("Tue, 31 Dec 2019 23:45:00 -0800", date(2019, 12, 31)),
        ("Thu Aug 30 17:26:16 +0200 2012", date(2012, 8, 30)),
        ("June 5th, 2019", date(2019, 6, 5)),
        ("Di, 1. Mai 2018 08:00", date(2018, 5, 1)),
        ("Fri,24 Nov 2023 18:28:36 -0000", date(2023, 11, 24)),
    ],
)
def test_an_odd_but_clear_date_is_the_day_as_written(text: str, day: date) -> None:
    stamp = read_feed_date(text)

    assert stamp is not None
    assert stamp.day == day


@pytest.mark.parametrize(
    "text",
    [
        *("sometime last spring", "", "2019", "2019-02-30", "31 Feb 2019", "5 Smarch 2019"),
        *("2003-12-31T25:14:55Z", "2013-01-28T11:30:00-06:00Textra", "2013-01-27-01"),
        *("Sun, 16 Dec 2012 11:47:32 +zz:00", "9999-12-31T23:59:59-99:99", "Mon, 30 Nov -0001"),
        "1 " * 40 + "May 2019",
    ],
)
def test_a_date_that_is_not_clear_is_none(text: str) -> None:
    assert read_feed_date(text) is None


def test_the_instant_keeps_the_offset_that_was_written() -> None:
    stamp = read_feed_date("Tue, 31 Dec 2019 23:45:00 -0800")

    assert stamp == Stamp(
        date(2019, 12, 31),
        datetime(2019, 12, 31, 23, 45, tzinfo=timezone(timedelta(hours=-8))),
    )


def test_what_a_zone_is_called_is_known_to_feedparser() -> None:
    text = "Sat, 9 July 2016 22:30:00 PDT"

    stamp = read_feed_date(text, _parse_date(text))

    assert stamp is not None
    assert stamp.instant == datetime(2016, 7, 10, 5, 30, tzinfo=UTC)
    assert read_feed_date(text) == Stamp(date(2016, 7, 9))


@pytest.mark.data
def test_a_table_of_odd_dates_is_read_to_the_instant_or_refused() -> None:
    table = DATA / "data/exports/feeds-feedparser/odd_dates.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    wrong = []
    for _, text, written in rows:
        stamp = read_feed_date(text, _parse_date(text))
        expected = "" if text in NO_DAY else written
        instant = stamp.instant if stamp else None
        told = instant.astimezone(UTC) if instant else None
        if bool(stamp) != bool(expected) or (told and f"{told:%FT%TZ}" != expected):
            wrong.append(text)

    assert len(rows) > 60
    assert wrong == []
