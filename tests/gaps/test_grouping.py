"""The same question in other words is one group, and near misses are two."""

from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray

from gaps.grouping import group_questions, likeness
from gaps.types import AskedQuestion, QuestionGroup

DAY = date(2026, 3, 9)


def question(id: int, text: str, words: str = "") -> AskedQuestion:
    return AskedQuestion(id, text, DAY, "page", frozenset(words.split()))


def at_cosine(cosine: float) -> NDArray[np.float32]:
    """A unit vector with this cosine to (1, 0)."""
    return np.array([cosine, (1 - cosine**2) ** 0.5], dtype=np.float32)


def alike(cosine: float, words: str, other_words: str) -> bool:
    vectors = {"one": at_cosine(1), "other": at_cosine(cosine)}
    one, other = question(1, "one", words), question(2, "other", other_words)
    assert likeness(one, other, vectors) == likeness(other, one, vectors)
    return likeness(one, other, vectors) >= 1


# The cosines are those of the default model for the questions named.
@pytest.mark.parametrize(
    ("cosine", "words", "other_words", "is_same"),
    [
        (0.72, "bitcoin", "bitcoin", True),  # "Is Bitcoin any good according to him?"
        (0.76, "bitcoin", "ethereum", False),  # "What of Ethereum?"
        (0.69, "heat pump", "heat pump", True),  # "Are heat pumps worth it?"
        (0.77, "attribut window", "attribut window", True),
        (0.74, "chain tandem", "tyre tandem", False),
        (0.57, "town bakeri", "town buse", False),  # "Should a town own its buses?"
        (0.90, "uniform school", "uniform pupil", True),
    ],
)
def test_closeness_and_shared_words_decide_together(
    cosine: float, words: str, other_words: str, is_same: bool
) -> None:
    assert alike(cosine, words, other_words) is is_same


def test_without_vectors_words_decide_alone() -> None:
    same = question(1, "Are heat pumps worth it?", "heat pump"), question(2, "Heat pumps?", "heat")
    once = question(3, "Heat pumps in old houses?", "heat pump old")
    vectors: dict[str, NDArray[np.float32]] = {}

    assert likeness(same[0], once, vectors) >= 1
    assert likeness(same[1], once, vectors) < 1


def test_the_same_words_are_one_question_whatever_case_and_marks() -> None:
    one, other = question(1, "What of  bread?"), question(2, "WHAT OF BREAD")

    assert likeness(one, other, {}) > 1


def test_questions_without_a_word_are_not_alike_for_that() -> None:
    assert likeness(question(1, "?!a"), question(2, "?!b"), {}) == 0


def test_a_question_joins_a_known_group_or_starts_its_own() -> None:
    known = [
        QuestionGroup(7, (question(0, "Heat pumps?", "heat pump"),)),
        QuestionGroup(8, (question(0, "Free trams?", "free tram"),)),
    ]
    asked = [
        question(1, "Trams for free?", "free tram"),
        question(2, "Rye bread?", "rye bread"),
        question(3, "Is rye bread good?", "bread rye"),
    ]

    groups = group_questions(asked, known, {})

    assert groups == (
        QuestionGroup(8, (asked[0],)),
        QuestionGroup(None, (asked[1], asked[2])),
    )


def test_of_two_groups_the_one_with_the_most_alike_question_wins() -> None:
    known = [
        QuestionGroup(7, (question(0, "Heat pumps in old houses?", "heat pump old"),)),
        QuestionGroup(8, (question(0, "Boilers?", "boiler"), question(0, "x", "heat pump"))),
    ]

    (group,) = group_questions([question(1, "Heat pumps?", "heat pump")], known, {})

    assert group.id == 8
