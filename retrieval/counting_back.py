"""Reads a period that is counted back from a day: last year, two months ago; pure."""

import re
from collections.abc import Iterator
from datetime import date

from retrieval.periods import SEASON, month_of
from retrieval.types import Span

# One of these stands in whatever is read here.
COUNTED = rf"months?|years?|decades?|{SEASON}"
_NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_NUMBER = rf"\d{{1,2}}|{'|'.join(_NUMBERS)}"
_MONTHS_IN = {"month": 1, "year": 12, "decade": 120}

# "His last year at school" and "the last year of the war" are other years.
_WHOLE_YEAR = re.compile(
    r"(?<!\bhis )(?<!\bher )(?<!\bmy )(?<!\btheir )\b(last|this)\s+year\b(?!\s+(?:of|at|in)\b)",
    re.IGNORECASE,
)
_SEASON_GONE = re.compile(rf"\b(last|this)\s+{SEASON}\b(?!\s+(?:of|at|in)\b)", re.IGNORECASE)
_AGO = re.compile(rf"\b({_NUMBER}|an?|one)\s+(month|year|decade)s?\s+ago\b", re.IGNORECASE)
_SO_MANY = re.compile(rf"\b(?:last|past)\s+({_NUMBER})\s+(month|year|decade)s\b", re.IGNORECASE)
# "The last year" alone may be a person's or a war's, and is left to others.
_THE_PAST = re.compile(
    r"\bthe\s+(?:past\s+(?P<past>year|decade)|last\s+(?P<last>decade))\b", re.IGNORECASE
)
COUNTS_BACK = (_WHOLE_YEAR, _SEASON_GONE, _AGO, _SO_MANY, _THE_PAST)


def counted_back(text: str, today: date) -> Iterator[Span]:
    """The periods that a text names; those up to now have an open end."""
    text = text.lower()
    for match in _WHOLE_YEAR.finditer(text):
        yield Span.of_year(today.year - (match[1] == "last"))
    for match in _SEASON_GONE.finditer(text):
        # Which months a season has depends on where one lives: the years say enough.
        yield Span(date(today.year - (match[1] == "last"), 1, 1), date(today.year, 12, 31))
    for match in _AGO.finditer(text):
        yield _ago(_count(match[1]), match[2], today)
    for match in _SO_MANY.finditer(text):
        yield Span(_months_before(today, _count(match[1]) * _MONTHS_IN[match[2]]), None)
    for match in _THE_PAST.finditer(text):
        yield Span(_months_before(today, _MONTHS_IN[match["past"] or match["last"]]), None)


def _ago(count: int, unit: str, today: date) -> Span:
    """The month or the year then: nobody who says so counts days."""
    day = _months_before(today, count * _MONTHS_IN[unit])
    return month_of(day.year, day.month) if unit == "month" else Span.of_year(day.year)


def _months_before(today: date, months: int) -> date:
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, 1)


def _count(word: str) -> int:
    if word.isdigit():
        return int(word)
    return _NUMBERS.index(word) + 2 if word in _NUMBERS else 1
