"""Reads which years a question asks about, and whether it wants the first or the latest view."""

import re
from dataclasses import dataclass

from archivebrain.wording.stopwords import MONTHS

_YEAR = r"((?:1[5-9]|20)\d\d)"
_SPAN = re.compile(
    rf"\b(?:between|from)?\s*{_YEAR}\s*(?:and|to|until|through|-|–)\s*{_YEAR}\b", re.I
)
_DIRECTED = re.compile(
    rf"\b(before|until|since|after|by|as of|in|during|of|around|about|for|from|early|late|mid|"
    rf"back in|spring|summer|autumn|fall|winter|{'|'.join(sorted(MONTHS))})[\s-]+"
    rf"(?:the\s+)?(?:(?:year|start|end|beginning)\s+(?:of\s+)?)?(?:early\s|late\s|mid-?)?{_YEAR}(s?)\b",
    re.IGNORECASE,
)
_OF_TEXT = re.compile(rf"\b{_YEAR}\s+(?:essay|post|article|piece|view|opinion)\b", re.IGNORECASE)
_EARLY = re.compile(
    r"\b(originally|initially|original|at first|early on|used to|"
    r"first (?:impression|view|opinion|thought|think|say|write))\b",
    re.IGNORECASE,
)
_LATE = re.compile(
    r"\b(lately|recently|recent|now|nowadays|today|these days|currently|current|latest|still)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The years that a question asks about, both included; None is open."""

    first: int | None
    last: int | None

    def holds(self, year: int) -> bool:
        return (self.first is None or year >= self.first) and (
            self.last is None or year <= self.last
        )


def asked_time(question: str) -> AskedTime | None:
    """The years a question names as its time; a bare number names none."""
    span = _SPAN.search(question)
    if span:
        low, high = sorted((int(span[1]), int(span[2])))
        return AskedTime(low, high)
    of_text = _OF_TEXT.search(question)
    if of_text:
        return AskedTime(int(of_text[1]), int(of_text[1]))
    match = _DIRECTED.search(question)
    if match is None:
        return None
    year = int(match[2])
    last = year + 9 if match[3] else year
    match match[1].lower():
        case "before":
            return AskedTime(None, year - 1)
        case "until" | "by" | "as of":
            return AskedTime(None, last)
        case "since" | "from":
            return AskedTime(year, None)
        case "after":
            return AskedTime(last + 1, None)
    return AskedTime(year, last)


def leaning(question: str) -> int:
    """-1 where a question asks for the first view, 1 for the latest, else 0."""
    return bool(_LATE.search(question)) - bool(_EARLY.search(question))
