"""What a month's questions of one group add up to."""

from datetime import date

from gaps.ranking import rank, typical_of
from gaps.types import NEAR, AskedQuestion, Closeness, LeftOut, Ranking

NEXT_DOOR = Closeness(NEAR, essay_id=3)


def asked(id: int, text: str, *, day: int = 1, surface: str = "page") -> AskedQuestion:
    return AskedQuestion(id, text, date(2026, 3, day), surface)


def test_every_asking_counts_also_the_same_words_from_the_same_place() -> None:
    questions = [
        asked(1, "What of trams?"),
        asked(2, "What of trams?"),
        asked(3, "And trams?", day=5, surface="mcp"),
    ]

    assert rank(questions, NEXT_DOOR) == Ranking(3, days=2, surfaces=2, closeness=NEXT_DOOR)


def test_only_genuine_questions_of_a_group_count() -> None:
    questions = [asked(1, "trams", day=2), asked(2, "What of trams?"), asked(3, "Trams!", day=3)]

    assert rank(questions, NEXT_DOOR) == Ranking(1, days=1, surfaces=1, closeness=NEXT_DOOR)


def test_a_group_without_a_genuine_question_is_left_out_with_the_reason() -> None:
    ranking = rank([asked(1, "trams"), asked(2, "Trams")], NEXT_DOOR)

    assert (ranking.left_out, ranking.asked, ranking.score) == (LeftOut.SINGLE_WORD, 2, 0)


def test_a_subject_from_elsewhere_is_left_out() -> None:
    ranking = rank([asked(1, "What is the capital of Mongolia?")], Closeness(0.1))

    assert ranking.left_out is LeftOut.OFF_TOPIC


def test_a_group_is_shown_in_its_most_usual_genuine_wording() -> None:
    questions = [
        asked(1, "trams"),
        asked(2, "trams"),
        asked(3, "trams"),
        asked(4, "Are trams good?"),
        asked(5, "What of trams?"),
        asked(6, "What of trams?"),
    ]

    assert typical_of(questions).id == 5
