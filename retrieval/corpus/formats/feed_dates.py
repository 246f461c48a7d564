"""Dates as feeds write them: odd but clear ones are read, and the day is the author's own.

A year or a month alone is no day, and half a date is none: what is left of a text once day,
time and zone are taken out must be nothing but a weekday.
"""

import re
import unicodedata
from calendar import timegm
from datetime import UTC, date, datetime, timedelta, timezone
from time import struct_time

from retrieval.corpus.dates import read_stamp
from retrieval.corpus.documents import Stamp

# As publishing systems write them in English, German, French, Spanish, Hungarian and Greek.
_MONTHS = (
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "jan feb mär apr mai jun jul aug sep okt nov dez",
    "jan fév mars avr mai juin juil août sep oct nov déc",
    "ene feb mar abr may jun jul ago sep oct nov dic",
    "január február márc ápr máj jún júl aug szept okt nov dec",
    "ιαν φεβ μάρ απρ μάι ιούν ιούλ αύγ σεπ οκτ νοέ δεκ",
    "ιαν φεβ μαρ απρ μάϊ ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
)
_NAMES = {name: n for row in _MONTHS for n, name in enumerate(row.split(), 1)}
_WORD = r"[^\W\d_]+"
_NAMED = rf"(?P<name>{_WORD})\.?"
_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_CLOCK = (
    r"(?P<half>오전|오후)?\s*(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
    r"\s*(?P<noon>[AaPp]\.?[Mm]\.?)?"
)
_ZONE = r"(?P<zone>Z|(?:GMT|UTC)?[+-]\d\d:?\d\d|[A-Z]{1,5}|[A-Z][a-z]+/[A-Z][A-Za-z_]+)"
_TIME = rf"(?:(?:\s*T\s*|,?\s+(?:at\s+)?){_CLOCK}(?:\s*{_ZONE})?)?"
_FORMS = tuple(
    re.compile(rf"(?:{_WORD}\.?(?:,\s*|\s))?{form}", re.IGNORECASE if "name" in form else 0)
    for form in (
        r"(?P<year>\d{4})[-/.](?P<month>0?\d{1,2})[-/.](?P<day>\d{1,2})" + _TIME,
        r"(?P<year>\d{4})년\s*(?P<month>\d{1,2})월\s*(?P<day>\d{1,2})일" + _TIME,
        rf"(?P<year>\d{{4}})[-\s]{_NAMED}[-\s]{_NTH}" + _TIME,
        rf"{_NTH}[-\s](?:of\s)?{_NAMED},?[-\s](?P<year>\d{{4}}|\d\d)" + _TIME,
        rf"{_NAMED}\s{_NTH},?\s(?P<year>\d{{4}}|\d\d)" + _TIME,
        # As C's library prints it, the year behind the time.
        rf"{_NAMED}\s{_NTH}\s{_CLOCK}(?:\s{_ZONE})?\s(?P<year>\d{{4}})",
        r"(?P<year>\d\d)-(?P<month>\d\d)-(?P<day>\d\d)" + _TIME,
        r"(?P<year>\d\d)(?P<month>\d\d)(?P<day>\d\d)",
    )
)
_UTC_NAMES = frozenset({"Z", "UTC", "GMT", "UT", "ETC/GMT", "ETC/UTC"})
_WIDEST_OFFSET = timedelta(hours=14)
_FIRST_YEAR = 1400
_MAX_CHARS = 80


def read_feed_date(text: str, parsed: struct_time | None = None) -> Stamp | None:
    """The day in a text, or None. ``parsed``: the instant as feedparser read it, which knows
    what zones are called.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if len(text) > _MAX_CHARS:
        return None
    plain = read_stamp(text)
    if plain is not None and (plain.instant is not None or ":" not in text):
        return plain
    for form in _FORMS:
        found = form.fullmatch(text)
        if found:
            return _stamp(found.groupdict(), parsed)
    return None


def _stamp(parts: dict[str, str | None], parsed: struct_time | None) -> Stamp | None:
    try:
        day = _day(parts)
        if day.year < _FIRST_YEAR:
            return None
        if not parts.get("hour"):
            return Stamp(day)
        here = datetime(
            *(day.year, day.month, day.day, _hour(parts), int(parts["minute"] or 0)),
            int(parts["second"] or 0),
            tzinfo=UTC,
        )
        return Stamp(day, _at_home(here, (parts["zone"] or "").upper(), parsed))
    except (ValueError, OverflowError):
        return None


def _day(parts: dict[str, str | None]) -> date:
    year = int(parts["year"] or 0)
    if len(parts["year"] or "") == 2:
        # As RFC 2822 reads them.
        year += 2000 if year < 50 else 1900
    name = (parts.get("name") or "").lower()
    month = next((n for known, n in _NAMES.items() if name.startswith(known)), 0) if name else 0
    return date(year, month or int(parts.get("month") or 0), int(parts["day"] or 0))


def _hour(parts: dict[str, str | None]) -> int:
    hour = int(parts["hour"] or 0)
    if not parts["noon"] and not parts["half"]:
        return hour
    is_later = (parts["noon"] or "").lower().startswith("p") or parts["half"] == "오후"
    return hour % 12 + (12 if is_later else 0)


def _at_home(here: datetime, zone: str, parsed: struct_time | None) -> datetime | None:
    """The instant with the author's own offset; None where no zone is written."""
    numbers = re.fullmatch(r"(?:GMT|UTC)?([+-])(\d\d):?(\d\d)", zone)
    if numbers:
        offset = timedelta(hours=int(numbers[2]), minutes=int(numbers[3]))
        if offset > _WIDEST_OFFSET or int(numbers[3]) > 59:
            raise ValueError("no place on earth has this offset")
        return here.replace(tzinfo=timezone(-offset if numbers[1] == "-" else offset))
    if zone in _UTC_NAMES:
        return here
    if not zone or parsed is None:
        return None
    offset = here - datetime.fromtimestamp(timegm(parsed), tz=UTC)
    if abs(offset) > _WIDEST_OFFSET:
        return None
    return here.replace(tzinfo=timezone(offset))
