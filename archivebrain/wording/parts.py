"""Takes a question apart where it asks two things; pure."""

import re

from archivebrain.wording.words import has_subject

_COMPARING = re.compile(
    r"\b(between|versus|vs\.?|compared?|comparing|differ\w*|links?|both)\b", re.IGNORECASE
)
_HALF = re.compile(
    r"(?:[?;]\s*|,?\s+)(?:and|but|or)(?:\s+(?:also|then))?\s+(?=(?:what|how|why|when|where|who|"
    r"which|whether|is|are|was|were|does|do|did|has|have|had|can|could|should|would|will)\b)"
    r"|[?;]\s+(?=\S)",
    re.IGNORECASE,
)
_CONJUNCTS = re.compile(
    r"^(?P<head>.*\b(?:of|about|on|with|for|to|like|over|recommend|use|using|in)\s+)"
    r"(?P<one>[^,?]+?),?\s+(?:and|or|as well as)\s+(?:(?:of|about|on|with|for|to|like|in)\s+)?"
    r"(?P<other>[^,?]+?)\s*\?*$",
    re.IGNORECASE,
)
_POINTING_BACK = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|the)\b", re.IGNORECASE
)


def halves(question: str) -> tuple[str, ...]:
    """The questions inside a question, where each says something; else the question itself."""
    parts = [part.strip(" ,;?") for part in _HALF.split(question)]
    if len(parts) < 2 or not all(has_subject(part) for part in parts):
        return (question,)
    return tuple(f"{part}?" for part in parts)


def conjuncts(question: str) -> tuple[str, ...]:
    """A question about one thing *and* another as two; a comparison stays one."""
    match = _CONJUNCTS.match(question.strip())
    if match is None or _COMPARING.search(question):
        return (question,)
    parts = [f"{match['head']}{match[side]}?" for side in ("one", "other")]
    return tuple(parts) if all(has_subject(part) for part in parts) else (question,)


def points_back(half: str) -> bool:
    """Whether a later half may mean what the first one named: "the technique", "it"."""
    return _POINTING_BACK.search(half) is not None
