"""Which questions ask for a view, and which for a fact or a method."""

import pytest

from archivebrain.wording.views import asks_for_view


@pytest.mark.parametrize(
    "question",
    [
        "What does the author think of electric bikes?",
        "Should fares on town buses be abolished?",
        "What is their view on remote work?",
        "Has the author changed their mind about lawns?",
        "Is a heat pump worth it?",
        "Are they for or against free buses?",
        "Does the author still recommend one inbox?",
    ],
)
def test_a_question_for_a_view_is_known(question: str) -> None:
    assert asks_for_view(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is a pulse in a bus network?",
        "How many people rode the bus in June?",
        "When was the repair score introduced?",
        "At how many degrees is a knife sharpened?",
    ],
)
def test_a_question_for_a_fact_asks_for_no_view(question: str) -> None:
    assert not asks_for_view(question)
