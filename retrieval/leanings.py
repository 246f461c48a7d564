"""Knows a question for the latest, the first or the earliest that was written; pure."""

import re

# Words that lean only where they stand like this; each alone is often something else.
_LATEST = re.compile(
    r"\b(?:lately|recently|nowadays|these\s+days|currently|presently|of\s+late|"
    r"(?:right|by|until)\s+now|at\s+the\s+moment|at\s+present|most\s+recent|newest|latest|"
    r"the\s+(?:last|past)\s+(?:few\s+|couple\s+of\s+)?(?:years|months|weeks)|"
    r"(?:this|last)\s+(?:month|week)|"
    r"(?<!how )recent(?!\s+(?:history|past|than)\b)|any\s?more|any\s+longer|no\s+longer)\b",
    re.IGNORECASE,
)
# What may be left out of a question without changing what it is about.
LEANING_WORDS = re.compile(
    r",?\s*\b(?:lately|recently|nowadays|these\s+days|currently|presently|of\s+late|(?:right\s+)?now|"
    r"today|originally|initially|at\s+first|early\s+on|still)(?=\s*(?:$|[?.!,])|\s+\w)",
    re.IGNORECASE,
)
# The capital inside a sentence makes a title of them: "Apocalypse Now", "USA Today".
_TODAY = re.compile(
    r"(?<!from )(?<!every )\b(?:now|today)\b(?!\s+(?:and\s+then|that\b))(?!\.\w)"
    r"|^\W*(?:Now|Today)\b"
)
_STILL = re.compile(
    r"(?<!\bstand )(?<!\bstood )(?<!\bstanding )(?<!\bsit )(?<!\bsat )(?<!\bsitting )"
    r"(?<!\bhold )(?<!\bkeep )(?<!\bstay )(?<!\blie )(?<!\ba )(?<!\bthe )"
    r"\bstill\b(?!\s+(?:life|lifes|water|waters|image|images|frame|photography)\b)",
    re.IGNORECASE,
)
# "Current" is a river's or a wire's unless it says which one of several is meant.
_CURRENT = re.compile(
    r"(?<!ocean )(?<!electric )(?<!alternating )(?<!direct )(?<!tidal )"
    r"\bcurrent\s+(?!in\b|of\b|is\b|was\b|at\b|through\b|and\b|from\b|flows?\b|that\b|which\b)\w",
    re.IGNORECASE,
)
_VIEW = (
    r"(?:impressions?|views?|opinions?|thoughts?|thinking|ideas?|positions?|stance|take|plans?|"
    r"reactions?|reasons?|reasoning|motivation|arguments?|intentions?|verdict|attitude)"
)
_FIRST_VIEW = re.compile(
    rf"\b(?:originally|initially|early\s+on|to\s+begin\s+with|in\s+the\s+beginning|"
    rf"at\s+first(?!\s+(?:glance|sight|light|hand|name|instance|aid)\b)|"
    rf"(?:original|initial|first)\s+{_VIEW})\b",
    re.IGNORECASE,
)
_USED_TO = re.compile(r"\b(?:used|did\s.{1,40}?\buse)\s+to\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:he|she|they|i|we|you|author|writer|blogger|who)\s+$", re.IGNORECASE)
_IS_OR_GETS = re.compile(
    r"\b(?:am|is|are|was|were|be|been|being|gets?|got|gotten|getting|becom\w+|became|grow\w*|"
    r"grew|can|could|might|may)\b|'s\b",
    re.IGNORECASE,
)
_EARLIEST = re.compile(
    r"\b(?:earliest|for\s+the\s+first\s+time|"
    r"oldest\s+(?:essay|post|article|piece|text|writing|note|view)s?|"
    r"(?:his|her|their|your|'s|very)\s+first\s+(?:\w+\s+)?(?:essay|post|article|piece|note)s?|"
    r"first\s+(?:time|think|say|write|wrote|written|mention(?:ed)?|discuss(?:ed)?|argued?|"
    r"recommend(?:ed)?|describe[ds]?|us(?:e|ed)\s+the))\b",
    re.IGNORECASE,
)


def wants_latest(question: str) -> bool:
    """Whether it asks for how things stand now: lately, these days, still."""
    patterns = (_LATEST, _TODAY, _STILL, _CURRENT)
    return any(pattern.search(question) for pattern in patterns)


def wants_first_view(question: str) -> bool:
    """Whether it asks for what was thought in the beginning: originally, used to."""
    return _FIRST_VIEW.search(question) is not None or _was_a_habit(question)


def wants_earliest(question: str) -> bool:
    """Whether it asks for the first that was written of something."""
    return _EARLIEST.search(question) is not None


def _was_a_habit(question: str) -> bool:
    """Whether "used to" tells of the past: not in "what is yeast used to make", "get used to"."""
    for match in _USED_TO.finditer(question):
        before = question[: match.start()]
        if _SOMEBODY.search(before) and not _IS_OR_GETS.search(before[-8:]):
            return True
        if match[0].lower().startswith("did") or not _IS_OR_GETS.search(before):
            return True
    return False
