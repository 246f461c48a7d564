"""Reads the time that a question asks about; pure.

What is not certainly a time is none: a wrong one would lift the wrong passages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from retrieval.counting_back import COUNTED, COUNTS_BACK, counted_back
from retrieval.leanings import LEANING_WORDS, wants_earliest, wants_first_view, wants_latest
from retrieval.periods import DATED, MONTH, PERIOD, span_of
from retrieval.types import MAX_QUESTION_CHARACTERS, Span


class Intent(StrEnum):
    """Which time a question asks about."""

    POINT = "point"
    RANGE = "range"
    RECENT = "recent"
    ORIGINAL = "original"
    BEFORE = "before"
    AFTER = "after"
    SINCE = "since"
    EARLIEST = "earliest"


@dataclass(frozen=True, slots=True)
class AskedTime:
    """``span``: the days asked about, None if none are. ``year``: the first that was named.

    ``leaning``: -1 for the first view, 1 for the latest; within the span, if there is one.
    """

    intent: Intent | None = None
    span: Span | None = None
    year: int | None = None
    leaning: int = 0


NO_TIME = AskedTime()
# Most questions name no time, and are done with after one look.
_MAY_NAME_A_TIME = re.compile(rf"\d\d|\b(?:{COUNTED}|\w+ties|aughts)\b", re.IGNORECASE)
_DIRECTION = (
    r"as\s+(?:of|at)|before|prior\s+to|(?:earlier|older)\s+than|pre(?=-)|until|till|up\s+(?:to|until)|by|"
    r"no\s+later\s+than|since|from|starting\s+(?:in|from|with)|beginning\s+(?:in|with)|after|"
    r"(?:later|newer|more\s+recent)\s+than|post(?=-)|in|during|of|around|circa|for|throughout|within|early|mid|late|"
    r"at(?=\s+the\b)"
)
# "In 2019 or later", "from 2019 on"; not "in 2019, and later in 2021".
_OPEN = (
    r"(?:\s*(?:,\s*)?(?:\b(?:and|or)\s+(?:(?P<back>earlier|before|older)|later|after|newer|onwards?)"
    r"|onwards?|on|forward)\b(?!\s+(?:in|on|at|that|the|a|he|she|they|i|we|you|it)\b))"
)
_DIRECTED = re.compile(
    rf"(?<!before and )(?<!before or )"
    rf"\b(?P<word>{_DIRECTION})(?:\s+|-)"
    rf"(?P<period>{PERIOD})(?P<more>(?:\s*(?:,|and|or|vs\.?|versus|&|(?:compared|as\s+opposed)\s+"
    rf"(?:to|with))\s*(?:in\s+)?{PERIOD})*)(?P<open>{_OPEN})?",
    re.IGNORECASE,
)
# What stands before "from 2019" where it says of when a text is, and not since when.
_A_TEXT = re.compile(
    r"\b(?:essay|post|article|piece|note|text|letter|review|talk|view|opinion|thought|idea|any\w+|"
    r"some\w+|every\w+|nothing|ones?|writing)s?\s+(?:is\s+|are\s+|was\s+|were\s+)?$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"\b(?:between\s+(?P<a>{PERIOD}|{MONTH})\s+and|(?:from\s+)?(?P<b>{PERIOD}|{MONTH})\s*"
    rf"(?:to|until|till|through|[-–—]))\s*(?P<end>{PERIOD})",
    re.IGNORECASE,
)
_BARE = re.compile(rf"\b{DATED}", re.IGNORECASE)
# A whole text that is a time and nothing else, also one that only points at another.
ONLY_A_TIME = re.compile(
    rf"(?:(?:only|back|more)\s+)?(?:(?:{_DIRECTION})[\s-]+)?{PERIOD}"
    r"|(?:more\s+)?(?:lately|recently|nowadays|today|now|currently|originally|initially|earlier|"
    r"later|before|afterwards?|early\s+on|at\s+first|these\s+days|in\s+the\s+beginning|"
    rf"(?:(?:over|in|within|during|for)\s+)?(?:{'|'.join(one.pattern for one in COUNTS_BACK)})|"
    r"ever\s+since|(?:back\s+)?then|(?:before|after|since|until|by)\s+"
    r"(?:that|then)|at\s+(?:that|the)\s+time|in\s+that\s+year)",
    re.IGNORECASE,
)
_NAMES_A_TIME = (_RANGE, _DIRECTED, _BARE, *COUNTS_BACK)
_OF_TEXT = re.compile(
    rf"\b({PERIOD})\s+(?:blog\s+)?(?:essay|post|article|piece|view|opinion|note|writing)s?\b",
    re.IGNORECASE,
)
# A year after these is a book's, or of the thing: "think of 1984", "a school founded in 1931".
_OF_A_SUBJECT = re.compile(
    r"\b(?:(?:think|thinks|thought|make|makes|made|say|says|said|opinion|views?|fan|copy|reading)\s+of"
    r"|(?:inspired|influenced|shaped|struck)\s+by"
    r"|(?:born|founded|built|established|invented|opened)\s+in)[\s-]+$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:pages?|lines?|ports?|numbers?|steps|versions?|rfcs?|issues?|errors?|codes?|rooms?)\s*$",
    re.IGNORECASE,
)


def asked_time(question: str, *, today: date) -> AskedTime:
    """The time a question asks about. ``today``: the day from which "last year" is counted."""
    text = question[:MAX_QUESTION_CHARACTERS].replace("’", "'")
    leaning = wants_latest(text) - max(wants_first_view(text), wants_earliest(text))
    named = _joined(list(_clauses(text, today))) if _MAY_NAME_A_TIME.search(text) else None
    if named:
        return replace(named, leaning=leaning or named.leaning)
    if leaning > 0:
        return AskedTime(Intent.RECENT, leaning=1)
    if leaning < 0:
        is_earliest = wants_earliest(text)
        return AskedTime(Intent.EARLIEST if is_earliest else Intent.ORIGINAL, leaning=-1)
    return NO_TIME


def time_said(question: str) -> str:
    """The words by which it names a time, as inside a sentence; empty if it names none."""
    found = (pattern.search(question) for pattern in _NAMES_A_TIME)
    said = next((match[0].strip(" ,") for match in found if match), "")
    return said if re.match(MONTH, said, re.IGNORECASE) else said[:1].lower() + said[1:]


def without_time(question: str) -> str:
    """The question without the times that it names and the words by which it leans."""
    text = question
    for pattern in (*_NAMES_A_TIME, LEANING_WORDS):
        text = pattern.sub(" ", text)
    text = re.sub(r"\s+([,?.!])", r"\1", " ".join(text.split())).strip(" ,")
    return text[:1].upper() + text[1:]


def _joined(clauses: list[AskedTime]) -> AskedTime | None:
    """One time out of several: "since 2018 but before 2021", "in 2018 and in 2021"."""
    if len(clauses) < 2:
        return clauses[0] if clauses else None
    first, second = clauses[:2]
    spans = [one.span for one in (first, second) if one.span]
    lows = [span.first for span in spans if span.first]
    highs = [span.last for span in spans if span.last]
    is_closed = len(lows) == len(highs) == 1 and lows[0] <= highs[0]
    if is_closed or first.intent is second.intent is Intent.POINT:
        span = Span(min(lows, default=None), max(highs, default=None))
        return AskedTime(Intent.RANGE, span, first.year)
    return first


def _clauses(text: str, today: date) -> Iterator[AskedTime]:
    """Each time that stands in the text; what one reading took no other may take again."""
    rest = text
    for pattern, read in (
        (_RANGE, _range), (_DIRECTED, _directed), (_OF_TEXT, _whole), (_BARE, _whole)
    ):  # fmt: skip
        for match in list(pattern.finditer(rest)):
            clause = read(match)
            if clause is None:
                continue
            # Also a date that does not exist is taken away: 30 February is no February.
            rest = rest[: match.start()] + "·" * len(match[0]) + rest[match.end() :]
            if isinstance(clause, AskedTime):
                yield clause
    yield from _relative(rest, today)


_NOWHERE = "a date that does not exist"
_Read = AskedTime | str | None


def _range(match: re.Match[str]) -> _Read:
    is_bare = match[0][0].isdigit()
    if is_bare and _NUMBERED.search(match.string[: match.start()]):
        return _NOWHERE
    begin, end = match["a"] or match["b"], match["end"]
    if not re.search(r"\d", begin):
        # "Between March and June 2019": the year is said once.
        begin = f"{begin} {re.findall('[0-9]{4}', end)[-1]}"
    ends = [span_of(begin), span_of(end)]
    spans = [one for one in ends if one and one.first and one.last]
    if len(spans) < 2:
        return _NOWHERE
    days = sorted(day for one in spans for day in (one.first, one.last) if day)
    return AskedTime(Intent.RANGE, Span(days[0], days[-1]), days[0].year)


def _directed(match: re.Match[str]) -> _Read:
    if _OF_A_SUBJECT.search(match.string[: match.start("period")]):
        return None
    named = [span_of(one[0]) for one in re.finditer(PERIOD, match["period"] + match["more"], re.I)]
    days = sorted(day for one in named if one for day in (one.first, one.last) if day)
    if None in named or not days:
        return _NOWHERE
    return _clause(_direction(match), days[0], days[-1])


def _direction(match: re.Match[str]) -> str:
    """The first word of where the clause goes from its days; what stands behind them decides."""
    if match["open"]:
        return "until" if match["back"] else "since"
    word = match["word"].lower().split()[0]
    is_of_a_text = word == "from" and _A_TEXT.search(match.string[: match.start()])
    return "in" if is_of_a_text else word


def _clause(word: str, first: date, last: date) -> AskedTime:
    year = first.year
    match word:
        case "as":
            # What stood at its end, said then or before.
            return AskedTime(Intent.POINT, Span(None, last), year, leaning=1)
        case "before" | "prior" | "earlier" | "older" | "pre":
            return AskedTime(Intent.BEFORE, Span(None, first - timedelta(days=1)), year)
        case "until" | "till" | "up" | "by" | "no":
            return AskedTime(Intent.BEFORE, Span(None, last), year)
        case "since" | "from" | "starting" | "beginning":
            return AskedTime(Intent.SINCE, Span(first, None), year)
        case "after" | "later" | "newer" | "more" | "post":
            return AskedTime(Intent.AFTER, Span(last + timedelta(days=1), None), year)
    return _within(first, last)


def _within(first: date, last: date) -> AskedTime:
    intent = Intent.RANGE if last.year > first.year else Intent.POINT
    return AskedTime(intent, Span(first, last), first.year)


def _whole(match: re.Match[str]) -> _Read:
    span = span_of(match[1] if match.lastindex else match[0])
    is_a_number = _NUMBERED.search(match.string[: match.start()])
    if is_a_number or span is None or span.first is None or span.last is None:
        return _NOWHERE
    return _within(span.first, span.last)


def _relative(text: str, today: date) -> Iterator[AskedTime]:
    for span in counted_back(text, today):
        if span.first and span.last:
            yield _within(span.first, span.last)
        elif span.first:
            yield AskedTime(Intent.SINCE, span, span.first.year)
