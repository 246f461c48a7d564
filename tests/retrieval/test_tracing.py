"""A trace says how a search went, and nothing of what was asked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.test.utils import CaptureQueriesContext

from retrieval import tracing
from retrieval.models import RetrievalTrace
from retrieval.search import SearchResult
from retrieval.statements import rows
from retrieval.tasks import expire_traces
from retrieval.temporal import NO_TIME, AskedTime, Intent
from retrieval.timing import Stage
from retrieval.tracing import expire, hash_of, record
from retrieval.types import DocType, EssayRef, Passage, Span

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
VERSIONS = {"index": "abc", "recipe": "def"}


def found(*passages: Passage) -> SearchResult:
    """Two stages that ran side by side; a process's clock starts anywhere."""
    stages = (Stage("keyword", 1000.002, 5.0), Stage("embed", 1000.0, 4.21987))
    return SearchResult(passages, ("embeddings",), stages, VERSIONS)


def passage(key: str) -> Passage:
    return Passage(
        chunk_id=1,
        key=key,
        essay=EssayRef("slack", "Slack", "", None, DocType.ESSAY),
        heading_path=(),
        anchor="",
        text="Slack is room.",
        plain="Slack is room.",
        lanes={"vector": 1, "keyword": None},
        base=0.0163934,
        boost=0.97,
    )


def trace(made_at: datetime) -> RetrievalTrace:
    return RetrievalTrace.objects.create(
        made_at=made_at, question_hash="0" * 64, surface="page", outcome="answered",
        passages=[], versions={},
    )  # fmt: skip


@pytest.mark.django_db
def test_a_trace_holds_times_score_splits_versions_and_the_outcome() -> None:
    record("What is slack?", found(passage("k" * 32)), surface="api", outcome="answered")

    columns = ("surface", "outcome", "stages", "total_ms", "passages", "versions")
    assert RetrievalTrace.objects.values(*columns).get() == {
        "surface": "api",
        "outcome": "answered",
        "stages": [
            {"name": "embed", "at": 0.0, "ms": 4.22},
            {"name": "keyword", "at": 2.0, "ms": 5.0},
        ],
        "total_ms": 7.0,
        "passages": [
            {
                "chunk": "k" * 32,
                "base": 0.016393,
                "boost": 0.97,
                "lanes": {"vector": 1, "keyword": None},
                "bucket": "current",
            }
        ],
        "versions": VERSIONS,
    }
    assert RetrievalTrace.objects.get().degraded == ["embeddings"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "is_found", "told"),
    [
        (NO_TIME, False, ""),
        (AskedTime(Intent.POINT, Span.of_year(2018), 2018), True, "point"),
        (AskedTime(Intent.POINT, Span.of_year(1999), 1999), False, "point: none found"),
    ],
)
def test_a_trace_tells_which_kind_of_time_was_asked_and_no_year(
    asked: AskedTime, is_found: bool, told: str
) -> None:
    result = replace(found(), asked=asked, is_of_its_time=is_found)

    record("What was slack?", result, surface="api", outcome="answered")

    assert RetrievalTrace.objects.get().asked_time == told


def test_the_same_question_has_one_hash_within_a_month_whatever_its_case_and_spaces() -> None:
    later = datetime(2026, 11, 1, tzinfo=UTC)

    assert hash_of("What is  SLACK? ", now=NOW) == hash_of("what is slack?", now=later)
    assert hash_of("what is slack?", now=NOW) != hash_of("what is slick?", now=NOW)


def test_no_hash_outlives_its_month() -> None:
    december = datetime(2026, 12, 1, tzinfo=UTC)

    assert hash_of("what is slack?", now=NOW) != hash_of("what is slack?", now=december)


def test_without_the_secret_no_guess_can_be_tried(settings: Any) -> None:
    ours = hash_of("what is slack?", now=NOW)
    settings.SECRET_KEY = "another"  # of somebody who guesses

    assert hash_of("what is slack?", now=NOW) != ours


@pytest.mark.django_db
def test_traces_are_deleted_after_ninety_days_and_not_before() -> None:
    old = trace(NOW - timedelta(days=90, seconds=1))
    young = trace(NOW - timedelta(days=89, hours=23))

    assert expire(now=NOW) == 1

    assert list(RetrievalTrace.objects.all()) == [young]
    assert old.pk != young.pk


@pytest.mark.django_db
def test_the_task_deletes_what_has_expired_by_the_clock() -> None:
    trace(datetime(2001, 1, 1, tzinfo=UTC))

    expire_traces()

    assert not RetrievalTrace.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [DatabaseError, InterfaceError])
def test_a_trace_that_cannot_be_kept_costs_nobody_the_answer(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(**columns: object) -> None:
        raise fault("what is zyxomma?")

    monkeypatch.setattr(tracing, "_keep", refuse)

    record("What is zyxomma?", found(), surface="page", outcome="declined")

    assert f"No trace was kept: {fault.__name__}" in caplog.text
    assert "zyxomma" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_trace_waits_for_no_disk_and_what_others_keep_beside_it_does() -> None:
    with CaptureQueriesContext(connection) as own:
        record("slack", found(), surface="api", outcome="searched")
    with transaction.atomic():
        rows("SELECT set_config('synchronous_commit', 'on', true)")
        record("slack", found(), surface="api", outcome="searched")
        others_wait = rows("SELECT current_setting('synchronous_commit')")

    [statement] = [one["sql"] for one in own.captured_queries]
    assert "set_config('synchronous_commit', 'off', true)" in statement
    assert others_wait == [("on",)]
    assert RetrievalTrace.objects.count() == 2
