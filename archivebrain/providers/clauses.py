"""Takes from a sentence the clause whose marker names no source; pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# What may be cut off at without turning what stands before it: "and …", "; …", ", but …".
# Behind "unless" or "if" stands a condition, and what it limits would then be said outright.
_JOINT = re.compile(
    r"\s*(?:[;–—]|,?\s+-\s|,?\s*\b(?:and|but|while|whereas|yet|und|aber|während|et|mais|y|pero"
    r"|e|ma|mas|en|maar)\b)",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"[\s.!?…。！？\"”’»)\]]*\Z")
_PAIRS = (("“", "”"), ("«", "»"), ("(", ")"), ("[", "]"))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where in a sentence a marker stood, and the sign of the sources it names; "" for none."""

    at: int
    sign: str


def borne(words: str, marks: Sequence[Placed]) -> tuple[str, str]:
    """The sentence without its unfounded clauses, and the signs of what is left.

    Where an unfounded clause cannot be cut off cleanly, all its signs go: a sentence that
    names no source is never shown.
    """
    if all(mark.sign for mark in marks):
        return words, "".join(mark.sign for mark in marks)
    places = _by_place(words, marks)
    unfounded = next((place for place, signs in enumerate(places.values()) if not signs), None)
    if unfounded is None:
        return words, "".join(places.values())
    kept = list(places)[:unfounded]
    if not kept or any(list(places.values())[unfounded:]):
        return words, ""
    head = cut_off(words, kept[-1])
    return (head, "".join(places[at] for at in kept)) if head else (words, "")


def _by_place(words: str, marks: Sequence[Placed]) -> dict[int, str]:
    """The signs of each place; markers with no word between them stand in one place."""
    places: dict[int, str] = {}
    last = -1
    for mark in marks:
        if last < 0 or any(map(str.isalnum, words[last : mark.at])):
            last = mark.at
        places[last] = places.get(last, "") + mark.sign
    return places


def joints(words: str) -> list[int]:
    """Where a clause begins that may be cut off."""
    return [found.start() for found in _JOINT.finditer(words) if found.start()]


def cut_off(words: str, at: int) -> str:
    """The words up to a place, closed as the sentence was; "" where they cannot stand alone."""
    head, tail = words[:at].rstrip(" ,;:–—-"), words[at:]
    closing = _CLOSING.search(words)
    is_whole = all(head.count(opens) == head.count(closes) for opens, closes in _PAIRS)
    if not _JOINT.match(tail) or not is_whole or head.count('"') % 2:
        return ""
    return head + (closing[0].strip(' "”’»)]') if closing else "")
