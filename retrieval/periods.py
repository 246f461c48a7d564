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
MONTH = f"(?:{'|'.join((*_MONTHS, *_SHORT_MONTHS))})"
# What a number before it counts.
_COUNTED = (
    r"words?|steps|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|km|feet|calories|lines|users|readers|"
    r"people|characters|pages|copies|dollars|euros?|pounds|bucks|percent|years?|months|weeks|days|"
    r"hours?|hrs|minutes|seconds|times|errors?|tokens|rows|requests|items|pieces|points|pixels|px|"
    r"[kmg]b|ms|rpm|watts|degrees|kg|kilos|grams|tons|tonnes|bce?|ce"
)
_NO_YEAR_AFTER = rf"(?!\w)(?![.,:]\d)(?!-(?!\d{{4}}(?!\d))\w)(?!\s?%)(?!\s+(?:{_COUNTED})\b)"
_YEAR = rf"(?:1[5-9]|20)\d\d{_NO_YEAR_AFTER}"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_DECADES = {
    "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960,
    "seventies": 1970, "eighties": 1980, "nineties": 1990,
}  # fmt: skip
_PART = r"(?:(?:early|mid|late|the)[\s-]+)*"
_OF_A_YEAR = r"(?:(?:year|start|beginning|middle|end|rest)\s+(?:of\s+)?)?"
_SEASON = r"(?:spring|summer|autumn|fall|winter)(?:\s+of)?"

# Where it is certain without any word before it: nothing else looks like these.
DATED = (
    rf"(?:(?:1[5-9]|20)\d\d-\d\d-\d\d(?!\d)"
    rf"|{_NUMBER}\s+(?:of\s+)?{MONTH}\.?,?\s+{_YEAR}"
    rf"|{MONTH}\.?\s+{_NUMBER},?\s+{_YEAR}"
    rf"|{MONTH}\.?,?\s+(?:of\s+)?{_YEAR}"
    rf"|{_SEASON}\s+{_YEAR}|q[1-4]\s+{_YEAR})"
)
_WHOLE = (
    rf"(?:(?:1[5-9]|20)\d0s\b|'?[3-9]0s\b|(?:{'|'.join(_DECADES)})\b"
    rf"|(?:1[5-9]|20)\d\d-\d\d(?!\d)|{_OF_A_YEAR}{_PART}{_YEAR})"
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
    figures = re.search(r"(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)", text)
    if figures is None:
        return None
    year, month = int(figures[1]), int(figures[2])
    return _day(year, month, int(figures[3])) if figures[3] else _month(year, month)


def _in_words(text: str) -> Span:
    year = int(re.findall(r"\d{4}", text)[-1])
    month = re.search(rf"\b({MONTH})\b", text)
    quarter = re.search(r"\bq([1-4])\b", text)
    if quarter:
        last = 3 * int(quarter[1])
        return Span(_month(year, last - 2).first, _month(year, last).last)
    if month is None:
        return Span.of_year(year)
    number = _number(month[1])
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    return _day(year, number, int(day[1])) if day else _month(year, number)


def _number(month: str) -> int:
    return next(at for at, name in enumerate(_MONTHS, start=1) if name.startswith(month[:3]))


def _day(year: int, month: int, day: int) -> Span:
    return Span(date(year, month, day), date(year, month, day))


def _month(year: int, month: int) -> Span:
    # A thirteenth month fails here as a ValueError, which monthrange alone would not be.
    first = date(year, month, 1)
    return Span(first, first.replace(day=monthrange(year, month)[1]))
