"""Whether a sentence says something by itself, or leans on another, or only points; pure."""

import re
from collections.abc import Iterable

from archivebrain.wording.stopwords import FUNCTION_WORDS

_OPENERS = """
it it's its they they're them their this these that that's those such he he's she she's his her
both neither and but so or nor yet then also hence thus therefore however instead otherwise
besides moreover furthermore likewise similarly meanwhile nevertheless nonetheless still
"""
# Words that, opening a sentence, stand for the one before or go on from it.
_BACKWARD = frozenset(_OPENERS.split())
# "It is hard to leave", "Those who mend": what is meant comes after.
_FORWARD = re.compile(
    r"it(?:'s| is| was| takes)(?: \w+){0,3}? (?:to|that) |th(?:at|ose|ese) (?:who|days)\b"
    r"|instead of\b",
    re.IGNORECASE,
)
_TEXT = r"(?:post|article|essay|chapter|newsletter|write-?up)s?\b"
_POINTER = re.compile(
    # "I wrote about it before", but not "I wrote that rent is a tax", which says what.
    r"\b(?:i|we)(?:['’]ve|['’]d| have| had)?(?: \w+){0,2}?"
    r" (?:wrote|written|blogged|posted|published)"
    r" (?:about|another|before|here|in|of|on|previously|up)\b"
    r"|\b(?:this|my|our|(?:an?|the) (?:earlier|last|later|next|previous|recent))"
    rf" (?:blog )?{_TEXT}"
    r"|^(?:see|check out)\b|\b(?:for|read|see) more (?:about|details|in|information|on)\b",
    re.IGNORECASE,
)
_MARKS = "\"'“‘«(*_ "
# A title of one word is as often the thing itself.
_TITLE_WORDS = 2


def leans_back(sentence: str) -> bool:
    """Whether its opening means something only after the sentence before."""
    opening = sentence.lstrip(_MARKS).replace("’", "'")
    first = opening.partition(" ")[0].rstrip(",:;")
    # In lower case a sentence goes on from another, unless a thing's own name opens it.
    if first[:1].islower() and first in FUNCTION_WORDS:
        return True
    return first.lower() in _BACKWARD and _FORWARD.match(opening) is None


def points_elsewhere(sentence: str, titles: Iterable[str]) -> bool:
    """Whether it tells of a text rather than of the matter; ``titles``: of other essays."""
    return _POINTER.search(sentence.lstrip(_MARKS)) is not None or any(
        len(title.split()) >= _TITLE_WORDS and sentence.find(title) > 0 for title in titles
    )
