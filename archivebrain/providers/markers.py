"""Reads the source markers in a model's text, in every spelling that models use; pure.

The prompt asks for ``[S1]``. Models also write ``[S1, S2]``, ``【S3】``, ``[s2]``,
``[S1–S3]``, ``[S2: a title]``. Footnotes and bare numbers are not sources, but they would
pass for our own numbered citations, so they vanish too.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

# Nobody is shown this many passages: a longer range is a slip, and only its start counts.
MAX_RANGE = 50
MAX_DIGITS = 6

# Possessive loops: no bracket can be read twice, so hostile text costs linear time.
CODE = r"`{3}(?:[^`]|`(?!``))*+`{3}|`[^`\n]++`"
BRACKET = r"\\?[\[［【〔](?P<body>[^\[\]［］【】〔〕\n]++)\\?[\]］】〕]"
TOKEN = re.compile(f"{CODE}|{BRACKET}")
FORGED = re.compile(BRACKET)
PREFIX = r"(?:s|sources?|passages?)\s*+[#.:]?\s*+"
ITEM = re.compile(
    rf"(?P<prefix>{PREFIX})?(?P<first>\d+)(?:\s*+(?:[-‐‑‒–—−~]|\.\.|to|bis)\s*+"
    rf"(?:{PREFIX})?(?P<last>\d+))?(?P<label>\D.*)?",
    re.IGNORECASE | re.DOTALL,
)
LEAD = re.compile(r"(?:see|cf\.?|sources?|passages?)\s*+:?\s*+(?=s\s?\d)", re.IGNORECASE)
STARTS = re.compile(rf"{PREFIX}-?\d", re.IGNORECASE)
FOREIGN = re.compile(r"\^[\w-]++|[a-z]?\d{1,3}(?:\s*+[-–,]\s*+\d{1,3})*+", re.IGNORECASE)
SEPARATOR = re.compile(r"[,;、&+/]|\b(?:and|und|et|y|e|en)\b", re.IGNORECASE)
JOINTS = frozenset(("", ",", ";", "&", "and", "und", "et", "y", "e", "en", "、", "，"))
OPENERS, CLOSERS = "([（", ")]）"


@dataclass(frozen=True, slots=True)
class Mark:
    """One marker: the sources it names, how many it invents, and where it stood.

    ``invented``: the numbers among those that no source bears. ``start``, ``end``: in the
    text with markers; ``offset``: in the text without.
    """

    numbers: tuple[int, ...]
    unknown: int
    start: int
    end: int
    offset: int = 0
    invented: tuple[int, ...] = ()


def lift(text: str, *, source_count: int) -> tuple[str, tuple[Mark, ...]]:
    """The text without markers, and each marker with its place in it; code is left alone."""
    pieces: list[str] = []
    marks: list[Mark] = []
    position = length = 0
    for mark in find_marks(text, source_count=source_count):
        before = text[position : mark.start]
        if marks and before.strip().lower() in JOINTS and position == marks[-1].end:
            before = ""
        before, position = close_gap(before, text, mark.end)
        pieces.append(before)
        length += len(before)
        marks.append(replace(mark, end=position, offset=length))
    pieces.append(text[position:])
    return "".join(pieces), tuple(marks)


def close_gap(before: str, text: str, end: int) -> tuple[str, int]:
    """The text before a removed marker and the place to read on, with no scar left."""
    before, end = without_wrapping(before, text, end)
    following = text[end : end + 1]
    if not following or not following.isalnum():
        before = before.rstrip(" \t\u00a0")
    return before, end


def without_wrapping(before: str, text: str, end: int) -> tuple[str, int]:
    """Drop the emphasis or brackets that held nothing but the marker."""
    for wrap in ("**", "__", "*", "_"):
        if before.endswith(wrap) and text.startswith(wrap, end):
            return before[: -len(wrap)], end + len(wrap)
    if before[-1:] and before[-1:] in OPENERS and text[end : end + 1] in tuple(CLOSERS):
        return before[:-1], end + 1
    return before, end


def find_marks(text: str, *, source_count: int) -> Iterator[Mark]:
    for match in TOKEN.finditer(text):
        body = match["body"]
        found = None if body is None else read_body(body, source_count=source_count)
        if found is not None:
            numbers, invented = found
            unknown = len(invented) or (0 if numbers else 1)
            yield Mark(numbers, unknown, start=match.start(), end=match.end(), invented=invented)


def read_body(body: str, *, source_count: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The sources that a bracket names and the numbers it invents; None for ordinary text."""
    folded = unicodedata.normalize("NFKC", body).strip()
    lead = LEAD.match(folded)
    folded = folded[lead.end() :] if lead else folded
    if not STARTS.match(folded):
        return ((), ()) if FOREIGN.fullmatch(folded) else None
    numbers: dict[int, None] = {}
    invented: dict[int, None] = {}
    for item in SEPARATOR.split(folded):
        good, bad = read_item(item.strip(), source_count=source_count)
        numbers.update(dict.fromkeys(good))
        invented.update(dict.fromkeys(bad))
    return tuple(numbers), tuple(invented)


def read_item(item: str, *, source_count: int) -> tuple[list[int], list[int]]:
    """The sources that one item names and the numbers it invents; a label names none."""
    match = ITEM.fullmatch(item)
    if match is None or (not match["prefix"] and match["label"]):
        return [], []
    wanted = expand(match["first"], match["last"])
    good = [number for number in wanted if 1 <= number <= source_count]
    # Without the S it may be a year or a page: only a number that exists is believed.
    bad = [number for number in wanted if number not in good] if match["prefix"] else []
    return good, bad


def expand(first: str, last: str | None) -> list[int]:
    """The numbers of a range; ``12-4`` is short for 12 to 14, a reversed one is turned."""
    start, end = number_of(first), number_of(last or first)
    if end < start and len(last or "") < len(first):
        end = number_of(first[: len(first) - len(last or "")] + (last or ""))
    low, high = sorted((start, end))
    if high - low >= MAX_RANGE:
        return [start, end]
    return list(range(low, high + 1))


def number_of(digits: str) -> int:
    """The number, or one that no source bears where it has absurdly many digits."""
    return int(digits) if len(digits.lstrip("0")) <= MAX_DIGITS else 10**MAX_DIGITS


def defuse(text: str) -> str:
    """The same text with every marker in round brackets, so that none can be forged."""
    return FORGED.sub(disarmed, text)


def disarmed(match: re.Match[str]) -> str:
    body = match["body"]
    return match[0] if read_body(body, source_count=0) is None else f"({body.strip()})"
