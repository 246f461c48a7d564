"""Reads what a question may call by its name; pure."""

import re
from dataclasses import dataclass
from typing import Self

from retrieval.storable import storable
from retrieval.types import MAX_QUESTION_CHARACTERS

# What people say around the name of a thing; a name of one word must be all that is left.
_ASKING = re.compile(
    r"\b(?:what|who|how|why|is|are|was|were|do|does|did|the|an?|you|he|she|they|his|her|your|their|"
    r"author|mean|means|meant|meaning|by|of|for|about|on|in|to|say|says|said|think|thinks|thought|"
    r"define|defines|definition|explain|explains|describe|describes|tell|me|us|term|word|idea|"
    r"concept|called|call|essay|post|article|piece|page|please)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"([^\"]{2,200})\"")
# The parser of words takes typographic marks for letters where the database has no locale.
_PLAIN = str.maketrans("“”«»„‹›‘’–—", '"""""""\'\'--')
# A capital that no sentence's beginning explains, a run of such words taken together.
_CAPITALS = re.compile(r"(?<![.?!:]\s)(?<!^)\b[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")


@dataclass(frozen=True, slots=True)
class Said:
    """A question as names are looked for in it: all of it, what is asked about, and names alone.

    ``about``: without the words that people say around a name. ``set_off``: what stands in
    quotation marks or begins with a capital inside a sentence.
    """

    whole: str
    about: str
    set_off: str

    @classmethod
    def of(cls, question: str) -> Self:
        whole = storable(question[:MAX_QUESTION_CHARACTERS]).translate(_PLAIN)
        set_off = " . ".join([*_QUOTED.findall(whole), *_CAPITALS.findall(whole)])
        return cls(whole, _ASKING.sub(" ", whole), set_off)
