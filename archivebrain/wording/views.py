"""Knows a question that asks what the author holds, or how that changed; pure."""

import re

_ASKS_FOR_A_VIEW = re.compile(
    r"\b(?:think|thinks|thought|believe[sd]?|feels?|felt|view|views|opinions?|stance|position|"
    r"positions|attitude|verdict|recommend(?:s|ed)?|advise[sd]?|advice|prefer(?:s|red)?|"
    r"in favou?r|for or against|against|supports?|oppos(?:e|es|ed)|argue[sd]?|hold|holds|held|"
    r"stand|stands|still|nowadays|should|ought|worth|good idea|bad idea|better|best|"
    r"right to|wrong (?:about|to)|"
    r"(?:change[ds]?|changing|switch(?:ed)?|revers(?:e|ed)|retract(?:ed)?|withdr[ae]w\w*)|"
    r"make[s]? of|made of|say[s]? about|said about)\b",
    re.IGNORECASE,
)


def asks_for_view(question: str) -> bool:
    """Whether an answer to the question is what somebody holds, and not a fact or a method."""
    return _ASKS_FOR_A_VIEW.search(question) is not None
