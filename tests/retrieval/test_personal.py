"""What is asked about a life, and what only sounds like it."""

import pytest

from retrieval.personal import is_personal


@pytest.mark.parametrize(
    "question",
    [
        "What did your father teach you?",
        "Tell me about his late mother.",
        "How did you feel when you left the city?",
        "What was the author's childhood like?",
        "Were you lonely that winter?",
        "Where did she grow up?",
        "When did he get married?",
        "What was it like to leave the city?",
        "Who are you?",
        "WHERE DO YOU LIVE?",
        "How has your own life changed?",
        "What made you so angry?",
    ],
)
def test_a_question_about_a_life_is_personal(question: str) -> None:
    assert is_personal(question)


@pytest.mark.parametrize(
    "question",
    [
        "How do you feel about tariffs?",
        "Are you afraid of machines that write?",
        "Is he happy with Rust?",
        "Should parents give their children a phone?",
        "What is the life of a process like?",
        "How long does a child process live?",
        "What do you think of remote work?",
        "Who repairs the ferry?",
        "Did he move back to Postgres?",
        "What did you say about family businesses?",
        "",
    ],
)
def test_a_view_of_something_is_not(question: str) -> None:
    assert not is_personal(question)
