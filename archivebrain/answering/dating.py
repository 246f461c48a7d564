"""Takes out, or puts right, a date that nothing which was shown bears; pure.

A date is borne by the header of a passage that was shown, by a row of the ledger, or by the
very words that the sentence cites. What a sentence quotes is the author's own and is left.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from archivebrain.answering.quoted import outside
from ledger.dating import MONTHS
from retrieval.days import spoken

_MONTH_NUMBERS = {name: number for number, names in MONTHS.items() for name in names}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTH_NUMBERS, key=len, reverse=True))})\b\.?"
_YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"
_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|er|º|\.)?"
_LEFT, _RIGHT = r"(?<![\w.,:/–-])", r"(?![\w%]|[.,:/]\d)"
_OF = r"(?:of |de |del |d')?"
_FORMS = tuple(
    re.compile(_LEFT + form + _RIGHT, re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<number>0\d|1[0-2])(?:-(?P<day>\d\d))?",
        rf"{_DAY}[./](?P<number>0?[1-9]|1[0-2])[./]{_YEAR}",
        rf"{_DAY} {_OF}{_MONTH},? {_OF}{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_MONTH},? {_OF}{_YEAR}",
        r"(?P<decade>(?:1[5-9]|20)\d)0['’]?s",
        _YEAR,
        rf"{_DAY} {_OF}{_MONTH}",
    )
)
# "May 5" is a day; "may 5" are two words of another sentence.
_DAY_BEHIND = re.compile(rf"{_LEFT}(?-i:(?=[A-Z])){_MONTH} {_DAY}{_RIGHT}", re.IGNORECASE)
_MENTIONS = (*_FORMS, _DAY_BEHIND)

# What goes with a date that goes: "in 1998", "(1998)", "back in May 1998,".
_PHRASE = re.compile(
    r"(?:,?\s*\b(?:back\s+)?(?:in|on|around|circa|during|dated|im\s+jahre?|im|am|en|el|le|nel|em)"
    r"\s+(?:the\s+)?(?:year\s+|early\s+|late\s+|mid-?\s*)?|\s*\((?:c\.\s*)?)\Z",
    re.IGNORECASE,
)
# "the 1998 essay": the date is said in passing, and its noun stays.
_BESIDE_A_NOUN = re.compile(r"\b(?:the|a|an|his|her|their|its|this|that)\s+\Z", re.IGNORECASE)
_WRITING = re.compile(
    r"\b(?:wrote|written|writes|writing|publish\w*|posted|argu\w+|said|says|essay|article|post"
    r"|note[ds]?|dated|piece|view)\b",
    re.IGNORECASE,
)
# As many dates as a sentence can hold and still be one.
_MOST = 8


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it is told. ``decade``: its first three digits, where only they are."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: int | None = None

    @classmethod
    def of(cls, day: date) -> "Day":
        return cls(day.year, day.month, day.day)

    def bears(self, told: "Day") -> bool:
        """Whether everything that is told of a date is true of this one."""
        if told.decade is not None:
            return self.decade == told.decade or (self.year or 0) // 10 == told.decade
        pairs = ((told.year, self.year), (told.month, self.month), (told.day, self.day))
        return all(theirs is None or theirs == ours for theirs, ours in pairs)


@dataclass(frozen=True, slots=True)
class Dated:
    """A sentence with true dates alone. ``text`` empty: it cannot be said without a false one.

    ``corrected``: the header's date that took the place of another.
    """

    text: str
    corrected: date | None = None


def dated(text: str, borne: Iterable[Day], *, headers: Sequence[date]) -> Dated:
    """The sentence with dates that are borne.

    ``headers``: of the passages that it cites. Where it tells of their writing and they are
    of one day, that day takes the place of a false one.
    """
    known = tuple(borne)
    only = headers[0] if len(set(headers)) == 1 else None
    corrected = None
    for _ in range(_MOST):
        strange = next((one for one in _mentions(text) if not _is_borne(one, known)), None)
        if strange is None:
            return Dated(text, corrected)
        if only and _WRITING.search(text):
            corrected = only
            text = text[: strange.start()] + _told_alike(only, _day(strange)) + _rest(text, strange)
        else:
            text = _without(text, strange)
    return Dated("")


def days_in(text: str) -> tuple[Day, ...]:
    return tuple(map(_day, _mentions(text)))


def without_dates(text: str) -> str:
    """The words that are left to be borne out when the dates have been."""
    for one in reversed(_mentions(text)):
        text = text[: one.start()] + _rest(text, one)
    return text


def _mentions(text: str) -> list[re.Match[str]]:
    """The dates outside quotations, in order, each in its longest form."""
    said = outside(text)
    found: list[re.Match[str]] = []
    for form in _MENTIONS:
        for match in form.finditer(said):
            if all(match.end() <= one.start() or match.start() >= one.end() for one in found):
                found.append(match)
    return sorted(found, key=lambda one: one.start())


def _day(match: re.Match[str]) -> Day:
    told = match.groupdict()
    month = told.get("number") or _MONTH_NUMBERS.get((told.get("month") or "").casefold())
    year, day, decade = told.get("year"), told.get("day"), told.get("decade")
    return Day(
        int(year) if year else None,
        int(month) if month else None,
        int(day) if day else None,
        int(decade) if decade else None,
    )


def _is_borne(match: re.Match[str], known: Sequence[Day]) -> bool:
    told = _day(match)
    turned = Day(told.year, told.day, told.month) if match.groupdict().get("number") else told
    return any(day.bears(told) or day.bears(turned) for day in known)


def _told_alike(day: date, as_told: Day) -> str:
    """The date, told as far as the one it replaces was."""
    if as_told.day:
        return spoken(day)
    return f"{day:%B %Y}" if as_told.month else str(day.year)


def _without(text: str, match: re.Match[str]) -> str:
    """The sentence without a date and the small words that led to it; "" if it needs it."""
    before, rest = text[: match.start()], _rest(text, match)
    phrase = _PHRASE.search(before)
    if phrase:
        before = before[: phrase.start()]
        rest = rest[1:] if "(" in phrase[0] and rest.startswith(")") else rest
        if not before.strip() or before.rstrip().endswith((";", ":")):
            rest = rest.lstrip(", ")
        return _capital(before, rest) if any(map(str.isalnum, before + rest)) else ""
    is_year = match[0].isdigit()
    if is_year and _BESIDE_A_NOUN.search(before) and re.match(r"\s+[^\W\d]", rest):
        return before + rest.lstrip()
    return ""


def _capital(before: str, rest: str) -> str:
    if before.strip():
        joint = " " if rest[:1].isalnum() and not before.endswith(" ") else ""
        return before + joint + rest
    return rest[:1].upper() + rest[1:]


def _rest(text: str, match: re.Match[str]) -> str:
    return text[match.end() :]
