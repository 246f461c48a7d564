"""An answer that was wrong becomes a golden case, and never one of the holdout."""

from datetime import UTC, datetime

import pytest
import yaml
from django.db import IntegrityError, transaction

from archivebrain.evaluation.cases import Expect, Kind, Split
from archivebrain.evaluation.desk_cases import CaseFault, Wish, as_file, make_case
from archivebrain.evaluation.importing import import_golden, stored
from archivebrain.evaluation.reading import read_cases
from archivebrain.models import Feedback, GoldenCase, HoldoutSeal
from retrieval.models import Essay

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANSWER = "0123456789abcdef0123456789abcdef"
WISH = Wish("What is slack?", Kind.EXACT, Expect.ANSWER, sources=("slack",), must_say=("room",))
FILE = b"""
cases:
  - {id: t-1, split: tune, kind: decline, expect: decline, question: "What of orchids?"}
  - {id: h-1, split: holdout, kind: decline, expect: decline, question: "What of ferns?"}
"""


@pytest.fixture(autouse=True)
def slack() -> None:
    Essay.objects.create(slug="slack", title="Slack", body="Slack is room.", visibility="public")


def test_a_wrong_answer_is_marked_and_asked_from_then_on() -> None:
    made = make_case(ANSWER, WISH, ["outdated"])

    [case] = stored(Split.TUNE)
    assert (case.question, case.sources, case.must_say) == ("What is slack?", ("slack",), ("room",))
    assert (made.origin, made.split) == ("desk", "tune")
    assert Feedback.objects.get().verdict == "wrong"
    assert not stored(Split.HOLDOUT)


def test_the_same_answer_makes_one_case() -> None:
    make_case(ANSWER, WISH, [])
    make_case(ANSWER, Wish("What is slack?", Kind.DECLINE, Expect.DECLINE), [])

    assert [case.expect for case in stored()] == [Expect.DECLINE]


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        (Wish("What is slack?", Kind.EXACT, Expect.ANSWER), "has no sources; name them."),
        (Wish("Why? " * 500, Kind.DECLINE, Expect.DECLINE), "This question cannot be asked"),
        (Wish("Why?", Kind.EXACT, Expect.ANSWER, sources=("draft",)), "the slug draft"),
        (Wish("Why?", Kind.EXACT, Expect.ANSWER, sources=("never",)), "the slug never"),
    ],
)
def test_a_case_that_cannot_be_asked_changes_nothing(wish: Wish, fault: str) -> None:
    Essay.objects.create(slug="draft", title="D", body="D.", visibility="draft")

    with pytest.raises(CaseFault, match=fault):
        make_case(ANSWER, wish, [])
    assert not GoldenCase.objects.exists()
    assert not Feedback.objects.exists()


def test_an_import_keeps_what_the_desk_made_and_the_seal_does_not_know_it() -> None:
    import_golden(FILE, now=NOW)
    sealed = HoldoutSeal.objects.get().digest
    made = make_case(ANSWER, WISH, [])

    report = import_golden(FILE, now=NOW)

    assert {case.id for case in stored()} == {"t-1", "h-1", made.case_id}
    assert (report.unchanged, report.removed, report.alarm) == (2, 0, "")
    assert HoldoutSeal.objects.get().digest == sealed


def test_its_lines_in_the_file_take_the_place_of_the_desks_case() -> None:
    made = make_case(ANSWER, WISH, [])
    lines = yaml.safe_dump({"cases": yaml.safe_load(as_file(made))}).encode()
    assert read_cases(lines) == stored()

    import_golden(lines, now=NOW)

    assert [row.origin for row in GoldenCase.objects.all()] == ["file"]


def test_no_case_of_the_desk_can_be_put_into_the_holdout() -> None:
    make_case(ANSWER, WISH, [])

    with pytest.raises(IntegrityError, match="never_of_the_holdout"), transaction.atomic():
        GoldenCase.objects.update(split="holdout")
