"""A question is cleaned, refused in a sentence, or known for a greeting."""

import pytest

from archivebrain.answering.questions import clean, folded, is_greeting
from archivebrain.answering.types import Question, QuestionFault


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00", "\u200b\u202e"])
def test_a_question_without_a_visible_character_is_refused_in_words(text: str) -> None:
    with pytest.raises(QuestionFault, match="The question is empty"):
        clean(Question(text=text))


def test_a_question_may_have_2000_characters_and_not_one_more() -> None:
    assert len(clean(Question(text="a" * 2000)).text) == 2000
    with pytest.raises(QuestionFault, match=r"2,001 characters; at most 2,000"):
        clean(Question(text="a" * 2001))


def test_what_no_database_takes_is_gone_and_the_rest_stays() -> None:
    cleaned = clean(Question(text=" Why\x00 is\nbread \ud800a \u202eclock?\u2069 "))

    assert cleaned.text == "Why is bread a clock?"


@pytest.mark.parametrize("text", ["ｂｒｅａｄ？", "𝓫𝓻𝓮𝓪𝓭?", "bread?"])
def test_letters_of_another_width_or_face_are_the_same_letters(text: str) -> None:
    assert clean(Question(text=text)).text == "bread?"


def test_half_wide_letters_and_their_marks_are_one_and_small_figures_stay() -> None:
    assert clean(Question(text="ﾊﾟﾝ 10 m²?")).text == "パン 10 m²?"


def test_joiners_that_shape_letters_stay() -> None:
    assert clean(Question(text="می\u200cخواهم")).text == "می\u200cخواهم"


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "Hi there!",
        "Good morning",
        "Thanks!",
        "Thank you so much",
        "???",
        "👋",
        "Bonjour",
        "What do you think?",
        "How are you?",
        "What is this blog about?",
        "What does the author think?",
        "what is it?",
        "to be or not to be",
        "Good evening, how are you?",
        "test",
    ],
)
def test_a_greeting_or_mere_asking_is_known(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    [
        "hello world",
        "Thanks! What about trains?",
        "Why buses?",
        "电动自行车",
        "C++?",
        "2031",
        "What does the author think about work?",
        "What makes a good essay?",
        "Why do you write?",
        "How has the author's view of time changed?",
        "What does he think of the morning?",
        "Should one test, and why?",
        "What about C?",
    ],
)
def test_a_question_with_a_subject_is_no_greeting(text: str) -> None:
    assert not is_greeting(text)


@pytest.mark.parametrize(
    "again",
    [
        "  what do you think of the WHEEL? ",
        "What do you think of the wheel",
        "What do you think of the wheel?!",
        "¿What do  you think of the wheel…",
        "WHAT DO YOU THINK OF THE WHEEL？",
    ],
)
def test_the_same_words_fold_to_one_form(again: str) -> None:
    assert folded(again) == folded("What do you think of the wheel?")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Is “slow” the author’s word — or yours?", 'Is "slow" the author\'s word - or yours?'),
        ("Zoë on cafés", "ZOE\N{COMBINING DIAERESIS} ON CAFE\N{COMBINING ACUTE ACCENT}S"),
    ],
)
def test_typography_folds(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What of C++?", "What of C?"),
        ("What of C#?", "What of C?"),
        ("Is it not so?", "Is it so?"),
        ("What of 10 m²?", "What of 10 m2?"),
        ("What of *args?", "What of args?"),
        ("Does bread rise, or dough?", "Does dough rise, or bread?"),
        ("What of version 1.2?", "What of version 12?"),
    ],
)
def test_other_words_numbers_signs_and_orders_stay_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)
