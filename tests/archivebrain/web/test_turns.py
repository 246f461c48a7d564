"""A finished answer as a page draws it."""

from archivebrain.answering.types import Answer, AnswerSentence, Citation, Status
from archivebrain.providers.types import Usage
from archivebrain.web.turns import CitedSentence, Turn


def citation(n: int) -> Citation:
    return Citation(n, "bread", "Bread", "", "", "", None, f"Quote {n}.")


def answer(*sentences: AnswerSentence, status: Status = Status.ANSWERED) -> Answer:
    return Answer(
        id="a1",
        status=status,
        text="",
        sentences=sentences,
        citations=(citation(1), citation(2)),
        degraded=("provider",) if status is Status.DECLINED else (),
        usage=Usage(),
        took_ms=1,
        versions={},
    )


def test_sentences_stand_in_their_paragraphs_with_the_citations_they_bear() -> None:
    turn = Turn.of(
        " What is bread?\n",
        answer(
            AnswerSentence("One.", (2, 1)),
            AnswerSentence("Two.", ()),
            AnswerSentence("Three.", (1,), paragraph=4),
        ),
    )

    assert turn.question == "What is bread?"
    assert turn.paragraphs == (
        (
            CitedSentence("One.", (citation(2), citation(1)), key="a1-1"),
            CitedSentence("Two.", (), key="a1-2"),
        ),
        (CitedSentence("Three.", (citation(1),), key="a1-3"),),
    )


def test_a_page_is_told_of_a_refusal_and_of_a_part_that_was_down() -> None:
    answered, declined = (
        Turn.of("?", answer(AnswerSentence("No.", ()), status=status)) for status in Status
    )

    assert (answered.is_answered, answered.is_degraded) == (True, False)
    assert (declined.is_answered, declined.is_degraded) == (False, True)
