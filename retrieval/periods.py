"""Reads a period as people write it, from a day to a decade; pure.

A number is a year only as it stands here: ``2000 words``, ``$2000`` and ``2019-style`` are none.
"""

import re
from calendar import monthrange
from datetime import date

from retrieval.types import Span

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SHORT_MONTHS = [
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sept",
    "sep",
    "oct",
    "nov",
    "dec",
]
MONTHS = len(_MONTHS)
MONTH = f"(?:{'|'.join((*_MONTHS, *_SHORT_MONTHS))})"
# What a number before it counts.
_COUNTED = (
    r"words?|steps|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|km|feet|calories|lines|users|readers|"
    r"people|characters|pages|copies|dollars|euros?|pounds|bucks|percent|years?|months|weeks|days|"
    r"hours?|hrs|minutes|seconds|times|errors?|tokens|rows|requests|items|pieces|points|pixels|px|"
    r"[kmg]b|ms|rpm|watts|degrees|kg|kilos|grams|tons|tonnes|bce?|ce"
)
# "From 1800 to 2000 calories": what the second number counts, the first one counts, too.
_NO_YEAR_AFTER = (
    r"(?!\w)(?![.,:]\d)(?!-(?!\d{4}(?!\d))\w)(?!\s?%)"
    rf"(?!(?:\s*(?:to|and|or|[-–—])\s*\d+)?\s+(?:{_COUNTED})\b)"
)
_CENTURY = r"(?:1[5-9]|20)"
_YEAR = rf"{_CENTURY}\d\d{_NO_YEAR_AFTER}"
_SHORT_YEAR = rf"'\d\d{_NO_YEAR_AFTER}"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_DECADES = {
    "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960,
    "seventies": 1970, "eighties": 1980, "nineties": 1990, "noughties": 2000, "aughts": 2000,
}  # fmt: skip
_PART = r"(?:(?:early|mid|late|the)[\s-]+){0,3}"
_OF_A_YEAR = r"(?:(?:year|start|beginning|middle|end|rest)\s+(?:of\s+)?)?"
SEASON = r"(?:spring|summer|autumn|fall|winter)"
_SEASON = (
    rf"(?:{SEASON}|christmas|easter|halloween|thanksgiving|hanukkah|ramadan|new\s+year's(?:\s+eve)?)"
    r"(?:\s+of)?"
)
# 14.2.2020, 2/14/2020, 2020/02/14, and no piece of an address or a version.
_IN_FIGURES = (
    rf"(?:(?<![\d./])\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}}/){_CENTURY}\d\d"
    rf"|{_CENTURY}\d\d(?:-\d\d-|/\d\d?/)\d\d?)(?![.:/-]?\d)"
)
# 2015–17, 2015/16; after a hyphen only what is no month.
_SHORT_RANGE = (
    rf"(?:{_CENTURY}\d\d(?:[–—/]\d\d|-(?:1[3-9]|[2-9]\d))(?![–—./:-]?\d){_NO_YEAR_AFTER})"
)

# Where it is certain without any word before it: nothing else looks like these.
DATED = (
    rf"(?:{_IN_FIGURES}|{_SHORT_RANGE}"
    rf"|{_NUMBER}\s+(?:of\s+)?{MONTH}\.?,?\s+{_YEAR}"
    rf"|{MONTH}\.?\s+{_NUMBER},?\s+{_YEAR}"
    rf"|{MONTH}\.?,?\s+(?:of\s+)?{_YEAR}"
    rf"|{_SEASON}\s+{_YEAR}|q[1-4]\s+{_YEAR})"
)
_WHOLE = (
    rf"(?:{_CENTURY}\d0s\b|'?[3-9]0s\b|(?:{'|'.join(_DECADES)})\b"
    rf"|{_CENTURY}\d\d-\d\d(?!\d)|{_OF_A_YEAR}{_PART}(?:{_YEAR}|{_SHORT_YEAR}))"
)
PERIOD = rf"(?:{_PART}(?:{DATED}|{_WHOLE}))"


def span_of(written: str) -> Span | None:
    """The days of a period that ``PERIOD`` matched; None for a date that does not exist.

    Parts of a year that have no fixed days (early, summer) count as the whole year.
    """
    text = written.casefold()
    decade = re.search(r"(\d{2,4})s\b", text)
    if decade:
        return _decade(int(decade[1]))
    for name, first in _DECADES.items():
        if name in text:
            return _decade(first)
    try:
        return _in_figures(text) or _in_words(text)
    except ValueError:
        return None


def _decade(first: int) -> Span:
    start = first if first > 99 else 1900 + first
    return Span(date(start, 1, 1), date(start + 9, 12, 31))


def _in_figures(text: str) -> Span | None:
    figures = re.search(r"(\d{4})([-/–—])(\d\d?)(?:[-/](\d\d?))?(?!\d)", text)
    if figures is None:
        return _as_in_letters(text)
    year, mark, second = int(figures[1]), figures[2], int(figures[3])
    if figures[4]:
        return _day(year, second, int(figures[4]))
    return month_of(year, second) if mark == "-" and second <= MONTHS else _years(year, second)


def _as_in_letters(text: str) -> Span | None:
    """14.2.2020 or 2/14/2020; where day and month may be either, the whole year is meant."""
    figures = re.search(r"(\d{1,2})([./])(\d{1,2})[./](\d{4})", text)
    if figures is None:
        return None
    first, second, year = int(figures[1]), int(figures[3]), int(figures[4])
    if figures[2] == "." or first > MONTHS or first == second:
        return _day(year, second, first)
    return _day(year, first, second) if second > MONTHS else Span.of_year(year)


def _years(first: int, last: int) -> Span:
    """2015 and 17 are the years from 2015 to 2017; raises ValueError where they go backwards."""
    end = first - first % 100 + last
    if end <= first:
        raise ValueError
    return Span(date(first, 1, 1), date(end, 12, 31))


def _in_words(text: str) -> Span:
    year = _last_year_in(text)
    month = re.search(rf"\b({MONTH})\b", text)
    quarter = re.search(r"\bq([1-4])\b", text)
    if quarter:
        last = 3 * int(quarter[1])
        return Span(month_of(year, last - 2).first, month_of(year, last).last)
    if month is None:
        return Span.of_year(year)
    number = _number(month[1])
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    return _day(year, number, int(day[1])) if day else month_of(year, number)


def _last_year_in(text: str) -> int:
    """'98 is of the last century, '21 of this one."""
    year = int(re.findall(r"\d{4}|(?<=')\d\d", text)[-1])
    return year if year > 99 else year + (1900 if year >= 50 else 2000)


def _number(month: str) -> int:
    return next(at for at, name in enumerate(_MONTHS, start=1) if name.startswith(month[:3]))


def _day(year: int, month: int, day: int) -> Span:
    return Span(date(year, month, day), date(year, month, day))


def month_of(year: int, month: int) -> Span:
    """All days of a month; raises ValueError where there is none of that number."""
    # A thirteenth month fails here as a ValueError, which monthrange alone would not be.
    first = date(year, month, 1)
    return Span(first, first.replace(day=monthrange(year, month)[1]))
