"""Which group of questions comes first: genuine, asked again and again, on topic; pure."""

from collections import Counter
from collections.abc import Sequence

from gaps.genuine import fault_of
from gaps.types import AskedQuestion, Closeness, LeftOut, Ranking


def rank(questions: Sequence[AskedQuestion], closeness: Closeness) -> Ranking:
    """One month's ranking of a group from the questions that it was asked in that month.

    Only genuine questions count, each as often as it was asked. A group without one, or
    far from the archive, is left out with the reason.
    """
    genuine = [question for question in questions if fault_of(question.text) is None]
    counted = genuine or list(questions)
    return Ranking(
        asked=len(counted),
        days=len({question.asked_on for question in counted}),
        surfaces=len({question.surface for question in counted}),
        closeness=closeness,
        left_out=_left_out(genuine, questions, closeness),
    )


def typical_of(questions: Sequence[AskedQuestion]) -> AskedQuestion:
    """The wording that stands for a group: genuine, then the most often asked, then the first."""
    times = Counter(question.text for question in questions)
    return min(
        questions, key=lambda one: (fault_of(one.text) is not None, -times[one.text], one.id)
    )


def _left_out(
    genuine: Sequence[AskedQuestion], questions: Sequence[AskedQuestion], closeness: Closeness
) -> LeftOut | None:
    if not genuine:
        return fault_of(questions[0].text)
    return LeftOut.OFF_TOPIC if closeness.on_topic == 0 else None
