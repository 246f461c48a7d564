"""A question that asks two things is two questions; a comparison is one."""

import pytest

from archivebrain.wording.parts import conjuncts, halves


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What is a canonical log line, and how do I bake sourdough?",
            ("What is a canonical log line?", "how do I bake sourdough?"),
        ),
        (
            "Why are buses late? How is bread made?",
            ("Why are buses late?", "How is bread made?"),
        ),
        (
            "Which bench is best; and does glue hold oak?",
            ("Which bench is best?", "does glue hold oak?"),
        ),
    ],
)
def test_two_questions_in_one_come_apart(question: str, expected: tuple[str, ...]) -> None:
    assert halves(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What does he think of buses and trains?",
        "Why are buses late? Please tell me.",
        "What is slack, and why?",
        "Is bread a clock?",
    ],
)
def test_one_question_stays_whole(question: str) -> None:
    assert halves(question) == (question,)


def test_a_question_about_two_things_can_be_asked_of_each() -> None:
    assert conjuncts("What does he think of sqlc and of Phoenix LiveView?") == (
        "What does he think of sqlc?",
        "What does he think of Phoenix LiveView?",
    )


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between Postgres and MySQL?",
        "How do buses compare to trains and trams?",
        "What links bread with buses and clocks?",
    ],
)
def test_a_comparison_is_never_taken_apart(question: str) -> None:
    assert conjuncts(question) == (question,)
