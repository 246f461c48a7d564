"""The trust page says what was measured, and above all what was not reached."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from archivebrain.evaluation.gates import GATES
from archivebrain.evaluation.runner import SEALED
from archivebrain.models import EvaluationRun
from archivebrain.web.trust_words import QUESTIONS
from retrieval.models import Essay

pytestmark = pytest.mark.django_db


def run(
    split: str = "tune", *, is_clear: bool = False, day: int = 1,
    name: str = "wrong answers", count: int = 3, total: int = 10,
) -> EvaluationRun:  # fmt: skip
    return EvaluationRun.objects.create(
        started_at=datetime(2026, 3, day, tzinfo=UTC),
        took_seconds=2.0,
        split=split,
        provider="extractive",
        case_count=12,
        cases_digest="0" * 64,
        is_clear=is_clear,
        gates=[
            {
                "name": name,
                "is_clear": is_clear,
                "count": count,
                "total": total,
                "sentence": "As the command says it.",
            }
        ],
        latency_ms={},
        versions={},
    )


def test_a_gate_that_is_not_clear_is_shown_as_such(client: Client) -> None:
    run()
    page = client.get("/trust/").content.decode()

    assert "Questions it is improved with: not every goal was reached" in page
    assert "<td>3 of 10; wanted: at most 10%</td>" in page
    assert '<span class="label label-retracted">missed</span>' in page


def test_a_goal_for_which_there_is_no_question_is_not_told_as_reached(client: Client) -> None:
    run(is_clear=True, name="required words missing", count=0, total=0)
    page = client.get("/trust/").content.decode()

    assert '<span class="label">not measured</span>' in page
    assert "every goal that was measured was reached" in page
    assert "label-current" not in page


def test_every_gate_is_told_in_words_for_readers() -> None:
    assert set(QUESTIONS) == {gate.name for gate in GATES} | {SEALED}


def test_the_tab_and_the_page_bear_one_name(client: Client) -> None:
    page = client.get("/trust/").content.decode()

    assert "<h1>Why believe it?</h1>" in page
    assert re.search(r"<title>\s*Why believe it\?", page)


def test_the_last_run_of_each_split_is_shown(client: Client) -> None:
    run(day=1)
    run(day=2, is_clear=True)
    run("holdout", day=3)
    page = client.get("/trust/").content.decode()

    assert "1 March 2026" not in page
    assert "2 March 2026" in page
    assert "Questions kept apart: not every goal was reached" in page


def test_without_a_run_the_page_says_that_nothing_was_measured(client: Client) -> None:
    assert "Nothing has been measured here yet" in client.get("/trust/").content.decode()


def test_only_what_readers_may_see_is_counted(client: Client) -> None:
    for visibility in ("public", "draft", "private"):
        Essay.objects.create(slug=visibility, title=visibility, body="x", visibility=visibility)

    assert "holds 1 public essay," in client.get("/trust/").content.decode()
