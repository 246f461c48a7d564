"""Knows a question about live facts, which no body of essays can hold; pure."""

import re

from archivebrain.wording.views import asks_for_view

# Words alone, none of them repeated: however long a question, it is read once. Roughly nine
# questions in ten have none of these.
_LIVE = re.compile(
    r"\b(?:news|headlines?|announce[sd]?|announcements?|press releases?|"
    r"ceo|cto|cfo|chief executive|founders?|chair(?:man|woman)|mayor|prime minister|president|"
    r"stocks?|share price|market (?:cap|share|value)|ipo|funding round|raised|layoffs?|"
    r"acquire[sd]?|acquisition|merge[sd]|merger|bankrupt(?:cy)?|earnings|quarterly|"
    r"who (?:runs|leads|owns|heads)|in charge of|"
    r"yesterday|today|(?:this|last) week|right now|at the moment)\b",
    re.IGNORECASE,
)


def asks_for_live_fact(question: str) -> bool:
    """Whether to look outside at all. Never for a view: no live fact may overrule one."""
    return _LIVE.search(question) is not None and not asks_for_view(question)
