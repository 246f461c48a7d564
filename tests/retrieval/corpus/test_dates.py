"""The calendar day is the author's, whatever the zone; nothing is guessed."""

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.corpus.dates import leading_date, read_stamp, today_for
from retrieval.corpus.documents import Stamp

DAY = date(2018, 7, 4)


@pytest.mark.parametrize(
    "written",
    [
        "2018-07-04",
        "2018/7/4",
        "20180704",
        "20180704T031500Z",
        "20180704031500",
        "4 July 2018",
        "4th of July, 2018",
        "Wed, 04 Jul 2018",
        "July 4, 2018",
        "Sept 4 2018",
        "2018-07-04T03:15:00",
        "2018-07-04 03:15 Europe/Berlin",
        DAY,
        datetime(2018, 7, 4, 3, 15),  # noqa: DTZ001
        20180704,
    ],
)
def test_a_date_without_offset_has_a_day_and_no_instant(written: object) -> None:
    day = date(2018, 9, 4) if str(written).startswith("Sept") else DAY

    assert read_stamp(written) == Stamp(day)


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2018-07-04 03:15:00 +0900", "2018-07-03T18:15:00+00:00"),
        ("2018-07-04T03:15:00+09:00", "2018-07-03T18:15:00+00:00"),
        ("2018-07-04 14:00:00 -4", "2018-07-04T18:00:00+00:00"),
        ("2018-07-04T23:30:00Z", "2018-07-04T23:30:00+00:00"),
        ("2018-07-04 11:30 pm UTC", "2018-07-04T23:30:00+00:00"),
        ("Wed, 4 Jul 2018 23:30:00 -0700", "2018-07-05T06:30:00+00:00"),
    ],
)
def test_an_offset_gives_the_instant_and_never_moves_the_day(written: str, instant: str) -> None:
    stamp = read_stamp(written)

    assert stamp is not None
    assert stamp.day == DAY
    assert stamp.instant == datetime.fromisoformat(instant)


@pytest.mark.parametrize(
    "written",
    ["03/04/2018", "2018", "2018-07", "2018-02-30", "0001-01-01", "1530673200", "", "soon", True,
     None, ["2018-07-04"], "Ju 4, 2018", "4 Foo 2018"],
)  # fmt: skip
def test_what_may_mean_two_days_or_none_stays_unknown(written: object) -> None:
    assert read_stamp(written) is None


DAYS = st.dates(min_value=date(1400, 1, 1), max_value=date(9998, 12, 31))


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("25.12.2019", date(2019, 12, 25)),
        ("12/25/2019 10:30", date(2019, 12, 25)),
        ("5-5-2019", date(2019, 5, 5)),
        ("31/31/2019", None),
        ("25.12/2019", None),
    ],
)
def test_with_the_year_last_a_day_is_read_only_where_it_can_be_no_other(
    written: str, day: date | None
) -> None:
    assert read_stamp(written) == (Stamp(day) if day else None)


@given(DAYS)
def test_a_day_is_read_in_every_form_as_it_was_written(day: date) -> None:
    month = MONTHS[day.month - 1]
    forms = (
        f"{day:%Y-%m-%d}",
        f"{day.year}/{day.month}/{day.day}",
        f"{day:%Y%m%d}",
        f"{day.day} {month} {day.year}",
        f"{month[:3]} {day.day}, {day.year}",
    )

    assert {read_stamp(form) for form in forms} == {Stamp(day)}


@given(
    DAYS,
    st.times().map(lambda at: at.replace(microsecond=0)),
    st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
def test_no_offset_ever_moves_the_day(day: date, at: time, zone: timezone) -> None:
    written = datetime.combine(day, at, zone)

    assert read_stamp(written.isoformat()) == Stamp(day, written)


@given(st.text(max_size=40))
def test_any_other_text_is_no_date_and_no_fault(text: str) -> None:
    stamp = read_stamp(text)

    assert stamp is None or str(stamp.day.year) in text


def test_a_time_that_cannot_be_keeps_the_day() -> None:
    assert read_stamp("2018-07-04T29:00:00Z") == Stamp(DAY)
    assert read_stamp("2018-07-04T10:00:00+99:00") == Stamp(DAY)


def test_a_placeholder_at_the_end_of_time_has_no_instant_that_overflows() -> None:
    assert read_stamp("9999-12-31T23:59:59-05:00") == Stamp(date(9999, 12, 31))


@pytest.mark.parametrize(
    ("name", "day", "rest"),
    [
        ("2019-5-4-why-bread-argues", date(2019, 5, 4), "why-bread-argues"),
        ("2019-05-04", date(2019, 5, 4), "2019-05-04"),
        ("2019-05-04 note", date(2019, 5, 4), "2019-05-04 note"),
        ("2019-13-45-note", None, "2019-13-45-note"),
        ("2019-05-041-note", None, "2019-05-041-note"),
        ("note-2019-05-04", None, "note-2019-05-04"),
    ],
)
def test_only_a_real_date_in_front_leaves_a_name(name: str, day: date | None, rest: str) -> None:
    assert leading_date(name) == (Stamp(day) if day else None, rest)


def test_today_is_the_day_where_the_author_wrote() -> None:
    seoul = timezone(timedelta(hours=9))
    stamp = Stamp(date(2026, 6, 16), datetime(2026, 6, 16, 1, tzinfo=seoul))
    now = datetime(2026, 6, 15, 16, tzinfo=UTC)

    assert today_for(stamp, now=now) == date(2026, 6, 16)
    assert today_for(Stamp(date(2026, 6, 16)), now=now) == date(2026, 6, 15)
