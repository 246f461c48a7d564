"""Reads dates as authors write them; the calendar day is theirs, whatever the time zone here.

Never looks at the clock, at a file's times or at HTTP headers.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone

from retrieval.corpus.documents import Stamp

# As plain names: without case, hyphens and underscores. The first that can be read holds.
PUBLISHED_NAMES = (
    "date", "published", "published_at", "published_on", "published_date", "publish_date",
    "publish_at", "publish", "pub_date", "date_published", "first_published",
    "first_published_at", "published_time", "publish_time", "pub_datetime", "publish_datetime",
    "published_datetime", "publication_date", "posted", "posted_on", "posted_at", "post_date",
    "date_posted", "issued", "written", "written_on", "date_written", "created", "created_at",
    "created_on", "created_date", "creation_date", "date_created",
)  # fmt: skip
UPDATED_NAMES = (
    "updated", "updated_at", "updated_on", "updated_date", "update_date", "date_updated",
    "last_updated", "last_update", "lastmod", "last_modified", "last_modified_at", "modified",
    "modified_at", "modified_date", "modified_time", "date_modified", "mod_date", "mod_datetime",
    "updated_time", "edited", "edited_at", "edited_on", "last_edited", "date_edited", "revised",
)  # fmt: skip

_TIME = (
    r"(?:(?:\s*[T@]\s*|,?\s+(?:at\s+)?)(?P<hour>\d{1,2}):(?P<minute>\d{2})"
    r"(?::(?P<second>\d{2})(?:[.,]\d+)?)?\s*(?P<half>[ap]\.?m\.?)?"
    r"\s*(?P<zone>[+-]\d{1,2}(?::?\d{2})?|[a-z][a-z/_]*)?)?"
)
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_FORMS = tuple(
    re.compile(form + _TIME, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})(?:T?(?:\d{4}|\d{6})Z?)?",
        _WEEKDAY + r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?(?P<name>[a-z]{3,9})\.?,?"
        r"[\s-]+(?P<year>\d{4})",
        _WEEKDAY
        + r"(?P<name>[a-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})",
    )
)
# Day and month in either order, the year last.
_EITHER_ORDER = re.compile(
    r"(?P<one>\d{1,2})(?P<sign>[./-])(?P<other>\d{1,2})(?P=sign)(?P<year>\d{4})(?!\d)" + _TIME,
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
# Years before print or far ahead are placeholders ("0001-01-01") or slips of the pen.
_FIRST_YEAR, _LAST_INSTANT_YEAR = 1400, 9998
_WIDEST_OFFSET = timedelta(hours=14)


def read_stamp(value: object) -> Stamp | None:
    """The date in a front matter value, or None where there is none to be read."""
    if isinstance(value, datetime):
        return _stamp(value.date(), value if value.tzinfo else None)
    if isinstance(value, date):
        return _stamp(value, None)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return _read_text(str(value).strip())
    return None


def leading_date(name: str) -> tuple[Stamp | None, str]:
    """The date that a file's name begins with, and the name after ``YYYY-MM-DD-``."""
    found = re.match(r"(\d{4}-\d{1,2}-\d{1,2})(?!\d)(.*)", name, re.DOTALL)
    stamp = _read_text(found[1]) if found else None
    if found is None or stamp is None:
        return None, name
    rest = found[2]
    return stamp, rest[1:] if rest.startswith("-") and rest[1:] else name


def today_for(stamp: Stamp, *, now: datetime) -> date:
    """Today where the author wrote, so that nothing is published a day early."""
    zone = stamp.instant.tzinfo if stamp.instant else UTC
    return now.astimezone(zone).date()


def _read_text(text: str) -> Stamp | None:
    for form in _FORMS:
        found = form.fullmatch(text)
        if found:
            return _from_match(found.groupdict())
    found = _EITHER_ORDER.fullmatch(text)
    days = _days_of(found) if found else set()
    if found is None or len(days) != 1:
        return None
    (day,) = days
    return _stamp(day, _instant(day, found.groupdict()))


def _days_of(found: re.Match[str]) -> set[date]:
    """The one or two days that a date with its year last may mean."""
    year, one, other = (int(found[name]) for name in ("year", "one", "other"))
    days = set()
    for month, day in ((one, other), (other, one)):
        with suppress(ValueError):
            days.add(date(year, month, day))
    return days


def may_lie_ahead(value: object, *, now: datetime) -> bool:
    """Whether a date that nobody can read for certain could be one that has not come yet."""
    text = str(value)
    days = {day for found in _EITHER_ORDER.finditer(text) for day in _days_of(found)}
    days |= {date(int(year[0]), 1, 1) for year in _YEAR.finditer(text)}
    return any(day > now.astimezone(UTC).date() for day in days)


def _from_match(parts: dict[str, str | None]) -> Stamp | None:
    month = _month_number(parts.get("name")) or int(parts.get("month") or 0)
    try:
        day = date(int(parts["year"] or 0), month, int(parts["day"] or 0))
    except ValueError:
        return None
    return _stamp(day, _instant(day, parts))


def _stamp(day: date, instant: datetime | None) -> Stamp | None:
    if day.year < _FIRST_YEAR:
        return None
    if instant is not None and day.year > _LAST_INSTANT_YEAR:
        instant = None
    return Stamp(day, instant)


def _month_number(name: str | None) -> int:
    """From 1, or 0 for no month; "Sep", "Sept" and "September" are one."""
    # Own table, because strptime reads the month names of this machine's locale.
    lowered = (name or "").lower()
    matches = [n for n, month in enumerate(_MONTHS, 1) if lowered and month.startswith(lowered)]
    return matches[0] if len(matches) == 1 else 0


def _instant(day: date, parts: dict[str, str | None]) -> datetime | None:
    """The instant, only where both time and offset are written."""
    zone = _zone(parts["zone"] or "")
    if parts["hour"] is None or zone is None:
        return None
    hour = int(parts["hour"])
    if parts["half"]:
        hour = hour % 12 + (12 if parts["half"].lower().startswith("p") else 0)
    try:
        return datetime(
            *(day.year, day.month, day.day, hour),
            int(parts["minute"] or 0),
            int(parts["second"] or 0),
            tzinfo=zone,
        )
    except ValueError:
        return None


def _zone(text: str) -> timezone | None:
    if text.upper() in {"Z", "UTC", "GMT"}:
        return UTC
    found = re.fullmatch(r"([+-])(\d{1,2}):?(\d{2})?", text)
    if not found:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if offset > _WIDEST_OFFSET:
        return None
    return timezone(-offset if found[1] == "-" else offset)
