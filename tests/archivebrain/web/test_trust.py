"""The trust page says what was measured, and above all what was not reached."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from archivebrain.models import EvaluationRun
from retrieval.models import Essay

pytestmark = pytest.mark.django_db


def run(split: str = "tune", *, is_clear: bool = False, day: int = 1) -> EvaluationRun:
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
                "name": "wrong answers",
                "is_clear": is_clear,
                "count": 3,
                "total": 10,
                "sentence": f"3 of 10 on day {day}.",
            }
        ],
        latency_ms={},
        versions={},
    )


def test_a_gate_that_is_not_clear_is_shown_as_such(client: Client) -> None:
    run()
    page = client.get("/trust/").content.decode()

    assert "a gate is not clear" in page
    assert "3 of 10 on day 1." in page


def test_the_last_run_of_each_split_is_shown(client: Client) -> None:
    run(day=1)
    run(day=2, is_clear=True)
    run("holdout", day=3)
    page = client.get("/trust/").content.decode()

    assert "3 of 10 on day 1." not in page
    assert "3 of 10 on day 2." in page
    assert "Questions kept apart: a gate is not clear" in page


def test_without_a_run_the_page_says_that_nothing_was_measured(client: Client) -> None:
    assert "Nothing has been measured here yet" in client.get("/trust/").content.decode()


def test_only_what_readers_may_see_is_counted(client: Client) -> None:
    for visibility in ("public", "draft", "private"):
        Essay.objects.create(slug=visibility, title=visibility, body="x", visibility=visibility)

    assert "holds 1 public essay," in client.get("/trust/").content.decode()
