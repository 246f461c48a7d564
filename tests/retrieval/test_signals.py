"""Saving trains: what is queued after the commit, and who picks up what was lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from kombu.exceptions import OperationalError

from retrieval.indexing import essays_behind, inline
from retrieval.locks import SWEEP_LOCK
from retrieval.models import Chunk, Essay
from retrieval.sweeping import sweep
from retrieval.tasks import index_essay
from retrieval.tasks import sweep as sweep_task
from tests.retrieval.conftest import CountingEmbedder

pytestmark = pytest.mark.django_db

Capture = Any


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    ids: list[int] = []
    monkeypatch.setattr(index_essay, "delay", lambda *, essay_id: ids.append(essay_id))
    return ids


def save(**fields: Any) -> Essay:
    given = {"slug": "rope", "title": "Rope", "body": "A rope.", "visibility": "public"}
    return Essay.objects.create(**given | fields)


def test_a_saved_essay_is_queued_after_the_commit_and_not_before(
    queued: list[int], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        essay = save()
        assert queued == []

    assert queued == [essay.pk]


def test_an_import_queues_nothing(
    queued: list[int], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True), inline():
        save()

    assert queued == []


def test_a_queue_that_is_down_fails_no_save_and_names_no_text(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
    caplog: pytest.LogCaptureFixture,
    embedder: CountingEmbedder,
) -> None:
    def down(**_: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(index_essay, "delay", down)
    with django_capture_on_commit_callbacks(execute=True):
        essay = save(title="Secret title")

    assert f"Essay {essay.pk} waits" in caplog.text
    assert "Secret" not in caplog.text
    assert essays_behind() == [essay.pk]


def test_the_task_indexes_the_essay_it_is_named(embedder: CountingEmbedder) -> None:
    with inline():
        essay = save()

    index_essay(essay_id=essay.pk)

    assert Chunk.objects.get().essay == essay


def test_a_sweep_indexes_what_no_task_did(embedder: CountingEmbedder) -> None:
    Essay.objects.bulk_create([Essay(slug="raw", title="Raw", body="", visibility="public")])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE retrieval_essay SET body = 'Written by hand.'")

    sweep_task()

    assert Chunk.objects.get().plain == "Written by hand."
    assert essays_behind() == []


@pytest.mark.django_db(transaction=True)
def test_a_second_sweep_leaves_the_work_to_the_first(
    embedder: CountingEmbedder, other_connection: Any
) -> None:
    with inline():
        save()
    other_connection.execute(f"SELECT pg_advisory_lock({SWEEP_LOCK})")

    assert sweep().essays == 0
    other_connection.execute(f"SELECT pg_advisory_unlock({SWEEP_LOCK})")
    assert sweep().essays == 1


@pytest.fixture
def other_connection() -> Iterator[Any]:
    other = connection.copy()
    with other.cursor() as cursor:
        yield cursor
    other.close()


@pytest.mark.django_db(transaction=True)
def test_a_hiding_that_is_rolled_back_hides_nothing(
    queued: list[int], embedder: CountingEmbedder
) -> None:
    essay = save()
    index_essay(essay_id=essay.pk)
    essay.visibility = "private"

    with transaction.atomic():
        essay.save()
        assert not Chunk.objects.exists()
        transaction.set_rollback(True)

    assert Chunk.objects.count() == 1
