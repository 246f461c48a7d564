"""Knows a question about live facts, which no body of essays can hold; pure.

Matched by RE2, whose time grows with the question's length and with nothing else: the gate
stands in front of every question that a stranger sends.
"""

import re2

from archivebrain.wording.views import asks_for_view

# What companies, offices, markets and contests are asked about, and the words for "now".
# Measured by ``python -m bench.gate``: at most one in ten of the questions that readers ask
# of essays may match.
_LIVE = re2.compile(
    r"(?i)\b(?:news|headlines?|announce[sd]?|announcements?|press releases?"
    r"|ceo|cto|cfo|chief executive|founders?|chair(?:man|woman)|mayor|prime minister|president"
    r"|stocks?|share price|market (?:cap|share|value)|ipo|funding round|raised|layoffs?"
    r"|acquire[sd]?|acquisition|merge[sd]|merger|bankrupt(?:cy)?|earnings|quarterly"
    r"|who (?:runs|leads|owns|heads)|in charge of|richest|in the world|on earth"
    r"|yesterday|today|tomorrow|tonight|(?:this|last|next) (?:week|month|year|season)(?:'s|’s)?"
    r"|right now|at the moment|so far|upcoming|latest|most recent(?:ly)?|currently|present year"
    r"|current (?:\w+ ){0,3}\w+|now\s*\?"
    r"|(?:won|win|winners?|champions?|hosts?) (?:\w+ ){0,3}(?:award|cup|championship|bowl|league)"
    r"|(?:award|cup|championship|bowl|league|olympics?) (?:winner|champion)s?"
    r"|(?:price|cost)s? of|how much (?:does|do|is|are)|what (?:day|month|season|time) is"
    r"|how old (?:is|are)|how long (?:ago|has it been)|years? (?:it )?(?:has|have) (?:it )?been"
    r"|when (?:is|are|does|will) (?:the )?(?:next|new)|(?:net worth|population|temperature|weather)"
    r"|how many (?:\w+ ){1,6}?(?:has|have) (?:\w+ ){0,4}(?:scored|won|visited|sold|been))\b"
)
# A prize for the best, or a record that is held, is nobody's view.
_NO_VIEW = re2.compile(r"\bBest(?: [A-Z]\w+)+|\b(?:holds?|held) (?:the|a) (?:\w+ )?record")

# "What is Kestrel Line?": a name, and nothing is asked of it but what it is.
_NAME_ALONE = re2.compile(
    r"^\s*(?i:what|who)(?:['’]s|(?i: is| are| was| were)) (?:(?i:the) )?"
    r"(\p{Lu}[\pL\pN_'’-]*(?: (?:of |and |& )?\p{Lu}[\pL\pN_'’-]*){0,3})\s*\??\s*$"
)


def name_asked_for(question: str) -> str:
    """The name that is all a question asks about; empty where there is more or less to it."""
    found = _NAME_ALONE.search(question.encode(errors="replace").decode())
    return found[1] if found else ""


def asks_for_live_fact(question: str) -> bool:
    """Whether to look outside at all. Never for a view: no live fact may overrule one."""
    asked = question.encode(errors="replace").decode()
    return _LIVE.search(asked) is not None and not asks_for_view(_NO_VIEW.sub("", asked))
