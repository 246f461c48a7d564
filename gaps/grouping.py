"""Puts the same question in other words together; pure.

Vectors say how close two questions are and shared words how surely they mean the same
subject; where there are no vectors, words decide alone.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gaps.types import AskedQuestion, QuestionGroup

Vectors = Mapping[str, NDArray[np.float32]]

# "What of Bitcoin?" and "What of Ethereum?" have a cosine of 0.76 and no word in common;
# "Are heat pumps worth it?" and "What about heat pumps?" have 0.69 and both words. This
# weight and this bar part such pairs.
SHARED_WORDS_WEIGHT = 0.25
SAME_QUESTION = 0.85
SAME_BY_WORDS = 0.6
SAME_TEXT = 2.0


def group_questions(
    asked: Sequence[AskedQuestion], known: Sequence[QuestionGroup], vectors: Vectors
) -> tuple[QuestionGroup, ...]:
    """The groups that gain a question, each with its gain alone; new ones have no id.

    A question joins the group that holds the question most like it, or starts its own.
    """
    members = [list(group.questions) for group in known]
    gains: dict[int, list[AskedQuestion]] = {}
    for question in asked:
        place = _place_of(question, members, vectors)
        if place == len(members):
            members.append([])
        members[place].append(question)
        gains.setdefault(place, []).append(question)
    return tuple(
        QuestionGroup(known[place].id if place < len(known) else None, tuple(gained))
        for place, gained in gains.items()
    )


def likeness(one: AskedQuestion, other: AskedQuestion, vectors: Vectors) -> float:
    """1 and above: the same question. Symmetric, and the same on every run."""
    if _folded(one.text) == _folded(other.text):
        return SAME_TEXT
    shared = _share(one.words, other.words)
    if one.text not in vectors or other.text not in vectors:
        return shared / SAME_BY_WORDS
    close = float(vectors[one.text] @ vectors[other.text])
    return (close + SHARED_WORDS_WEIGHT * shared) / SAME_QUESTION


def _place_of(
    question: AskedQuestion, members: Sequence[Sequence[AskedQuestion]], vectors: Vectors
) -> int:
    """Where the most alike question is; behind the last group if none is the same."""
    best, place = 0.0, len(members)
    for at, group in enumerate(members):
        alike = max((likeness(question, member, vectors) for member in group), default=0.0)
        if alike >= 1 and alike > best:
            best, place = alike, at
    return place


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .?!…")
