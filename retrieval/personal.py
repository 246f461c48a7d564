"""Knows a question about the author's own life; pure."""

import re

_SOMEBODY = r"(?:you|he|she|they|the\s+(?:author|writer|blogger))"
# "Their" is left out: it is mostly said of other people.
_WHOSE = r"(?:your|his|her|the\s+(?:author|writer|blogger)['’]s)"
_KIN = (
    r"(?:father|mother|dad|mum|mom|parents|brothers?|sisters?|siblings?|uncle|aunt|wife|husband|"
    r"grand(?:father|mother|parents|pa|ma|son|daughter|children)|cousins?|girlfriend|boyfriend|"
    r"son|daughter|child|children|kids?|family|in-laws)"
)
_LIFE = (
    r"(?:life|childhood|youth|upbringing|home\s*town|birthplace|birthday|marriage|wedding|divorce|"
    r"grief|illness|health|depression|anxiety|burn-?out|feelings|emotions|memories|loneliness|"
    r"funeral)"
)
_FEELING = (
    r"(?:afraid|scared|lonely|happy|unhappy|sad|angry|ashamed|proud|homesick|depressed|anxious|"
    r"nervous|in\s+love|heartbroken|relieved|jealous|ill|sick)"
)
_DID = r"(?:did|do|does|would|have|has|had)"
_IS = r"(?:was|were|is|are)"
_PERSONAL = re.compile(
    "|".join(
        [
            rf"\b{_WHOSE}\s+(?:\w+\s+)?{_KIN}\b",
            rf"\b{_WHOSE}\s+(?:(?:own|personal|private|early|married|inner)\s+)?{_LIFE}\b",
            rf"\b{_DID}\s+{_SOMEBODY}\s+(?:\w+\s+)?(?:feel|mourn|grieve|cry)\b",
            rf"\b{_IS}\s+{_SOMEBODY}\s+(?:\w+\s+)?{_FEELING}\b",
            rf"\b(?:made|makes|left)\s+{_SOMEBODY}\s+(?:\w+\s+)?(?:{_FEELING}|feel|cry)\b",
            rf"\b{_SOMEBODY}\s+(?:{_IS}\s+)?(?:born|raised|a\s+(?:child|boy|girl|kid))\b",
            rf"\b{_IS}\s+{_SOMEBODY}\s+(?:born|raised|a\s+(?:child|boy|girl|kid))\b",
            rf"\b{_SOMEBODY}\s+gr[eo]w(?:ing)?\s+up\b",
            rf"\b{_DID}\s+{_SOMEBODY}\s+(?:get\s+|got\s+)?(?:married|marry|divorced|emigrate)\b",
            rf"\b{_DID}\s+{_SOMEBODY}\s+(?:fall|fallen)\s+in\s+love\b",
            rf"\bwhere\s+(?:{_DID}|{_IS})\s+{_SOMEBODY}\s+(?:live|from)\b",
            rf"\bwho\s+{_IS}\s+{_SOMEBODY}(?:\s+married\s+to\b|\s*\?)",
            rf"\bwhat\s+was\s+it\s+like\s+(?:for\s+{_SOMEBODY}|to\s+(?:lose|leave|have|live))\b",
        ]
    ),
    re.IGNORECASE,
)
# After these a feeling is a view of something: "how do you feel about tariffs?"
_VIEW = re.compile(
    rf"(?:feel\s+(?:that|like)|(?:feel|{_FEELING})\s+(?:about|of|with|towards?))\b", re.IGNORECASE
)


def is_personal(question: str) -> bool:
    """Whether it asks for the author's life and feelings, not for a view of something."""
    return _PERSONAL.search(_VIEW.sub(" ", question)) is not None
