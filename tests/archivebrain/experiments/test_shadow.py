"""Experiments change no answer, keep no word, and are let go of after 90 days."""

import json
import logging
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from queue import Queue
from typing import Any

import pytest

from archivebrain.answering.engine import ask
from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Question, Surface
from archivebrain.experiments import EXPERIMENTS, shadow
from archivebrain.experiments.shadow import AnsweredSearch, compare, expire, moved
from archivebrain.models import ShadowRun
from retrieval.models import Chunk, Essay, RetrievalTrace
from retrieval.tracing import KEPT
from retrieval.types import Scope

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
ASKED = "Why does frequency beat speed in a timetable?"


class Candidate:
    """Finds what a test says, or fails with the question in its mouth."""

    name = "candidate"

    def __init__(self, *ids: int, fails: bool = False) -> None:
        self.ids, self.fails = ids, fails

    def find(self, question: str, scope: Scope, *, limit: int) -> Sequence[int]:
        if self.fails:
            raise ValueError(question)
        return self.ids[:limit]


@pytest.fixture
def chunks(db: None) -> list[Chunk]:
    essay = Essay.objects.create(slug="rope", title="Rope", body="x")
    return [
        Chunk.objects.create(
            key=f"key-{at}", essay=essay, ordinal=at, text="x", plain="x",
            content_hash="x", token_count=1,
        )
        for at in range(3)
    ]  # fmt: skip


def test_only_chunks_whose_rank_differs_are_kept_with_both_ranks(chunks: list[Chunk]) -> None:
    same, left, came = [chunk.pk for chunk in chunks]

    assert moved([same, left], [same, came]) == [
        {"chunk": "key-1", "shown": 2, "candidate": None},
        {"chunk": "key-2", "shown": None, "candidate": 2},
    ]
    assert moved([same, left], [same, left]) == []


def test_a_run_says_what_would_have_moved_and_no_word_of_the_question(
    chunks: list[Chunk],
) -> None:
    first, second, _ = [chunk.pk for chunk in chunks]
    found = AnsweredSearch(ASKED, ASKED, Scope(), (first, second))

    compare(found, now=NOW, experiments=[Candidate(second, first)])

    run = ShadowRun.objects.get()
    assert (run.experiment, run.shown_count, len(run.moved)) == ("candidate", 2, 2)
    stored = json.dumps(ShadowRun.objects.values().get(), default=str)
    assert not [word for word in ("frequency", "speed", "timetable") if word in stored.lower()]
    assert ASKED not in repr(found)


def test_one_that_fails_is_left_out_without_a_word_of_the_question(
    chunks: list[Chunk], caplog: pytest.LogCaptureFixture
) -> None:
    found = AnsweredSearch(ASKED, ASKED, Scope(), (chunks[0].pk,))

    with caplog.at_level(logging.WARNING):
        compare(found, now=NOW, experiments=[Candidate(fails=True), Candidate(chunks[0].pk)])

    assert ShadowRun.objects.count() == 1
    assert caplog.messages == ["Experiment candidate failed: ValueError"]


def test_runs_expire_with_the_traces(chunks: list[Chunk]) -> None:
    found = AnsweredSearch(ASKED, ASKED, Scope(), (chunks[0].pk,))
    compare(found, now=NOW, experiments=[Candidate()])

    assert expire(now=NOW + KEPT) == 0
    assert expire(now=NOW + KEPT + timedelta(seconds=1)) == 1
    assert not ShadowRun.objects.exists()


def test_nothing_waits_while_experiments_are_off(settings: Any, monkeypatch: Any) -> None:
    waiting: Queue[AnsweredSearch] = Queue(1)
    monkeypatch.setattr(shadow, "_waiting", waiting)
    settings.SHADOW_EXPERIMENTS = False

    shadow.queue(AnsweredSearch(ASKED, ASKED, Scope(), ()))

    assert waiting.empty()


def test_the_thread_runs_what_waits_and_a_full_queue_lets_questions_go(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SHADOW_EXPERIMENTS = True
    may_go, seen = threading.Event(), list[str]()

    def run(found: AnsweredSearch, *, now: datetime) -> None:
        may_go.wait(30)
        seen.append(found.question)

    monkeypatch.setattr(shadow, "compare", run)
    for at in range(shadow.MOST_WAITING + 5):
        shadow.queue(AnsweredSearch(str(at), str(at), Scope(), ()))
    may_go.set()
    shadow.drain()

    # One may have been taken from the queue while the others were put.
    assert seen[:2] == ["0", "1"]
    assert shadow.MOST_WAITING <= len(seen) <= shadow.MOST_WAITING + 1


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_an_answer_is_the_same_with_experiments_and_without_and_only_readers_are_followed(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ANSWER_CACHE_HOURS = 0
    settings.SHADOW_EXPERIMENTS = True
    monkeypatch.setattr(shadow, "queue", lambda found: compare(found, now=datetime.now(UTC)))

    with_them = payload_of(ask(Question(ASKED, surface=Surface.PAGE)))
    ask(Question(ASKED, surface=Surface.EVALUATION))
    assert [run.experiment for run in ShadowRun.objects.all()] == [one.name for one in EXPERIMENTS]
    run, trace = ShadowRun.objects.get(), RetrievalTrace.objects.get()
    assert run.question_hash == trace.question_hash

    monkeypatch.setattr(shadow, "queue", lambda found: None)
    without = payload_of(ask(Question(ASKED, surface=Surface.PAGE)))

    own = ("id", "took_ms")
    assert {name: with_them[name] for name in with_them if name not in own} == {
        name: without[name] for name in without if name not in own
    }


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_an_experiment_searches_what_was_searched_and_is_known_by_what_was_asked(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ANSWER_CACHE_HOURS = 0
    settings.ARCHIVEBRAIN_AUTHOR = "Ada Moreau"
    queued: list[AnsweredSearch] = []
    monkeypatch.setattr(shadow, "queue", queued.append)
    typed = "Why does Ada Moreau think that frequency beats speed in a timetable?"

    ask(Question(typed, surface=Surface.PAGE))

    (found,) = queued
    assert (found.question, found.searched) == (typed, typed.replace("Ada Moreau", "the author"))
    compare(found, now=datetime.now(UTC))
    assert [(run.moved, run.question_hash) for run in ShadowRun.objects.all()] == [
        ([], RetrievalTrace.objects.get().question_hash)
    ]
