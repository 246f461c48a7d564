"""The golden file is the whole set, and nobody changes the holdout unheard."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError

from archivebrain.evaluation.cases import Split
from archivebrain.evaluation.importing import GoldenReport, import_golden, stored
from archivebrain.evaluation.reading import read_cases
from archivebrain.models import EvaluationRun, GoldenCase, HoldoutSeal
from retrieval.corpus.author_files import FaultyFile
from retrieval.models import Essay
from tests.archivebrain.evaluation.test_reading import WHOLE
from tests.conftest import SAMPLE

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CASES = """
cases:
  - {id: t-1, split: tune, kind: exact, sources: [slack], expect: answer,
     question: "What is slack?"}
  - {id: t-2, split: tune, kind: decline, expect: decline, question: "What of orchids?"}
  - {id: h-1, split: holdout, kind: exact, sources: [slack], expect: answer,
     question: "Why slack?"}
  - {id: h-2, split: holdout, kind: decline, expect: decline, question: "What of ferns?"}
"""


def taken_in(text: str) -> GoldenReport:
    return import_golden(text.encode(), now=NOW)


@pytest.fixture(autouse=True)
def slack() -> None:
    Essay.objects.create(slug="slack", title="Slack", body="Slack is room.", visibility="public")


def test_cases_come_in_and_come_in_again_unchanged() -> None:
    assert taken_in(CASES) == GoldenReport(
        new=4, changed=0, unchanged=0, removed=0, holdout_count=2, alarm="", warnings=()
    )
    assert taken_in(CASES) == GoldenReport(
        new=0, changed=0, unchanged=4, removed=0, holdout_count=2, alarm="", warnings=()
    )


@pytest.mark.parametrize("data", [WHOLE, (SAMPLE / "golden.yaml").read_bytes()])
def test_what_is_stored_is_what_was_read(data: bytes) -> None:
    import_golden(data, now=NOW)

    assert {case.id: case for case in stored()} == {case.id: case for case in read_cases(data)}


def test_a_case_that_left_the_file_is_no_longer_asked() -> None:
    taken_in(CASES)

    report = taken_in(CASES.replace("  - {id: t-2", "  # - {id: t-2").replace("What is", "Why is"))

    assert (report.changed, report.unchanged, report.removed) == (1, 2, 1)
    assert [case.id for case in stored(Split.TUNE)] == ["t-1"]


def test_a_faulty_file_changes_nothing() -> None:
    taken_in(CASES)

    with pytest.raises(FaultyFile):
        taken_in(CASES.replace("split: holdout", "split: hidden"))

    assert GoldenCase.objects.count() == 4


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Why slack?", "Why is there slack?", "1 cases altered, 0 added, 0 taken out"),
        ("id: h-1", "id: h-9", "0 cases altered, 1 added, 1 taken out"),
        ("{id: h-1, split: holdout", "{id: h-1, split: tune", "0 cases altered, 0 added, 1 taken"),
        ("{id: t-1, split: tune", "{id: t-1, split: holdout", "0 cases altered, 1 added, 0 taken"),
    ],
)
def test_a_changed_holdout_is_told_loudly_and_without_its_cases(
    old: str, new: str, told: str
) -> None:
    taken_in(CASES)

    alarm = taken_in(CASES.replace(old, new)).alarm

    assert alarm.startswith("THE HOLDOUT HAS CHANGED since it was sealed on 2026-11-30: " + told)
    assert "h-1" not in alarm
    assert "slack" not in alarm


def test_a_changed_tuning_case_breaks_no_seal() -> None:
    taken_in(CASES)

    assert taken_in(CASES.replace("What of orchids?", "What of lilies?")).alarm == ""
    assert HoldoutSeal.objects.count() == 1


def test_going_back_to_the_first_holdout_is_a_change_too() -> None:
    taken_in(CASES)
    taken_in(CASES.replace("Why slack?", "Why?"))

    assert taken_in(CASES).alarm != ""
    assert HoldoutSeal.objects.count() == 3


def test_a_missing_source_is_named_for_tuning_cases_and_counted_for_the_holdout() -> None:
    assert taken_in(CASES.replace("[slack]", "[ferries]")).warnings == (
        "t-1: no public essay has the slug ferries.",
        "1 holdout cases name essays or quotes that are not there.",
    )


def test_a_quote_that_does_not_stand_is_named() -> None:
    quoting = CASES.replace(
        'question: "What is', 'quotes: [{slug: slack, quote: "Slack is time."}], question: "What is'
    )

    assert taken_in(quoting).warnings == ("t-1: its quote does not stand in slack.",)


def test_no_run_can_keep_the_cases_of_the_holdout() -> None:
    columns = {
        "started_at": NOW, "took_seconds": 1, "provider": "extractive", "case_count": 1,
        "cases_digest": "0", "is_clear": True, "gates": [], "latency_ms": {}, "versions": {},
    }  # fmt: skip
    EvaluationRun.objects.create(split="holdout", verdicts=[], **columns)

    with pytest.raises(IntegrityError, match="keeps_the_holdout_apart"):
        EvaluationRun.objects.create(split="holdout", verdicts=[{"id": "h-1"}], **columns)
