"""What becomes a gap: a question that the writing left open, and nothing else."""

import pytest

from archivebrain.answering.recording import record
from archivebrain.answering.types import Answer, Finished, Question, Status, Surface
from archivebrain.providers.types import UNWILLING, Usage
from gaps.models import REASON_CHARACTERS, Gap
from gaps.recording import remember

pytestmark = pytest.mark.django_db

QUESTION = Question("What of orchids, and of ferns?", surface=Surface.PAGE)


def gaps() -> list[tuple[str, str, str]]:
    return list(Gap.objects.order_by("pk").values_list("question", "reason", "surface"))


def ended(status: Status, *, reason: str = "", parts: tuple[str, ...] = ()) -> Finished:
    return Finished(Answer("", status, "", (), (), (), Usage(), 0, {}), reason, parts)


def test_a_declined_question_is_one_gap_with_the_rule_that_declined_it() -> None:
    record(QUESTION, ended(Status.DECLINED, reason="name", parts=("What of ferns?",)))

    assert gaps() == [("What of orchids, and of ferns?", "name", "page")]


def test_a_refusal_that_no_rule_made_was_made_in_words() -> None:
    record(QUESTION, ended(Status.DECLINED))

    assert gaps() == [("What of orchids, and of ferns?", "in_words", "page")]


def test_each_half_that_was_left_open_is_a_gap_of_its_own() -> None:
    parts = ("What of orchids?", "What of ferns?")

    record(QUESTION, ended(Status.ANSWERED, parts=parts))

    assert gaps() == [(part, "half", "page") for part in parts]


def test_an_answered_question_leaves_no_gap() -> None:
    record(QUESTION, ended(Status.ANSWERED))

    assert gaps() == []


def test_a_model_that_would_not_answer_leaves_no_gap_of_any_kind() -> None:
    record(QUESTION, ended(Status.DECLINED, reason=UNWILLING, parts=("x",)))

    assert gaps() == []


def test_a_reason_too_long_for_its_column_costs_no_reader_the_answer() -> None:
    remember("What of orchids?", reason="r" * 100, surface="s" * 100)

    ((_, reason, surface),) = gaps()
    assert (len(reason), len(surface)) == (REASON_CHARACTERS, 20)


@pytest.mark.parametrize("surface", [one for one in Surface if one.is_for_readers])
def test_the_name_of_every_surface_stands_whole_in_its_column(surface: Surface) -> None:
    record(Question("What of orchids?", surface=surface), ended(Status.DECLINED))

    assert [stored for _, _, stored in gaps()] == [surface.value]


def test_the_same_question_from_the_same_surface_counts_each_time() -> None:
    for _ in range(3):
        record(QUESTION, ended(Status.DECLINED))

    assert len(gaps()) == 3
