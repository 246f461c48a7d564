"""A follow-up is made whole from the reader's own earlier questions, and only then."""

import pytest

from archivebrain.answering.followups import MOST_TURNS, made_whole, standalone
from archivebrain.answering.types import Question
from retrieval.types import MAX_QUESTION_CHARACTERS
from tests.archivebrain.wording.test_dependence import WHOLE

BIKES = "What does the author think of electric bikes?"
HOME = "In 2018, what did the author think of working from home?"
PULSE = "What is a pulse in a bus network?"


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (
            "What did the author think of trams until 2020?",
            "and of buses?",
            "What did the author think of buses until 2020?",
        ),
        (
            "What did the author think of trams in March 2019?",
            "what about buses?",
            "What did the author think of buses in March 2019?",
        ),
        (BIKES, "and in 2020?", "What does the author think of electric bikes in 2020?"),
        (BIKES, "And before that?", "What does the author think of electric bikes originally?"),
        (BIKES, "and lately?", "What does the author think of electric bikes lately?"),
        (BIKES, "why?", "What does the author think of electric bikes? Why?"),
        (BIKES, "what about bread?", "What does the author think of bread?"),
        (BIKES, "for beginners?", "What does the author think of electric bikes for beginners?"),
        (BIKES, "are they expensive?", "Are electric bikes expensive?"),
        (BIKES, "What are their drawbacks?", "What are electric bikes’ drawbacks?"),
        (BIKES, "when was that essay written?", "When was that essay written (electric bikes)?"),
        (HOME, "and in 2020?", "What did the author think of working from home in 2020?"),
        (HOME, "and before that?", "What did the author think of working from home before 2018?"),
        (HOME, "And after that?", "What did the author think of working from home after 2018?"),
        (HOME, "what about offices?", "What did the author think of offices in 2018?"),
        (HOME, "What did he say of trains before that?", "What did he say of trains before 2018?"),
        (PULSE, "how does it work?", "How does a pulse in a bus network work?"),
        (PULSE, "and in a train network?", "What is a pulse in a train network?"),
        ("Are e-bikes cheating?", "and in winter?", "Are e-bikes cheating in winter?"),
        (
            "Are e-bikes cheating?",
            "what about cargo bikes?",
            "What does the author say about cargo bikes?",
        ),
        (
            "Why does the author like sourdough bread?",
            "how does he bake it?",
            "How does he bake sourdough bread?",
        ),
        (
            "What does he recommend for sharpening knives?",
            "and for scissors?",
            "What does he recommend for scissors?",
        ),
        (
            "What was said of rope from 2018 to 2020?",
            "and after that?",
            "What was said of rope after 2020?",
        ),
    ],
)
def test_what_a_follow_up_leaves_out_comes_from_the_question_before(
    before: str, question: str, whole: str
) -> None:
    assert standalone(question, [before]) == whole


@pytest.mark.parametrize("question", WHOLE)
def test_a_whole_question_is_never_rewritten(question: str) -> None:
    assert standalone(question, [BIKES, HOME]) == question


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("Who was Jane Jacobs?", "who is she?", "Who was Jane Jacobs? Who is she?"),
        ("What did Jane Jacobs say?", "who is she?", "What did Jane Jacobs say? Who is she?"),
        (BIKES, "who is she?", "who is she?"),
    ],
)
def test_who_she_is_comes_from_a_question_that_names_somebody(
    before: str, question: str, whole: str
) -> None:
    assert standalone(question, [before]) == whole


def test_a_time_after_nothing_but_a_time_stands_beside_it() -> None:
    assert standalone("and before that?", ["in 2019"]) == "In 2019? And before that?"


def test_they_are_no_single_thing() -> None:
    question = "Do they still make film cameras?"

    assert standalone(question, ["What does he think of remote work?"]) == question
    assert standalone("are they evil?", ["What is Google?"]) == "Are Google evil?"


def test_a_conversation_is_followed_turn_by_turn() -> None:
    asked = ["What does he think of bread?", "and in 2020?", "what about lawns?"]

    assert standalone("and before that?", asked) == "What does he think of lawns before 2020?"


def test_only_the_last_turns_count() -> None:
    asked = [BIKES, *["What is a library for?"] * MOST_TURNS]

    assert "library" in standalone("why?", asked)
    assert standalone("why?", []) == "why?"


def test_a_whole_that_would_be_too_long_is_left_as_it_was_typed() -> None:
    long = "What does he think of " + "bread " * 400

    assert standalone("why?", [long[:MAX_QUESTION_CHARACTERS]]) == "why?"


def test_the_conversation_ends_where_the_question_is_whole() -> None:
    assert made_whole(Question("why?", earlier=(BIKES,))) == Question(f"{BIKES} Why?")


@pytest.mark.parametrize("odd", ["😀", "?", "\u202egnorw", "面包", "it " * 600, "2018 " * 300])
def test_odd_conversations_break_nothing(odd: str) -> None:
    for question in ("why?", "and before that?", "what about bread?", "is it good?", odd):
        assert standalone(question, [odd, odd])
