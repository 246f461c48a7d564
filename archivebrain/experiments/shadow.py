"""Runs each experiment beside a finished answer and keeps how the ranks would differ.

The question's words stay in this process: they are in the queue until their turn, and in no
row, message or log.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from queue import Full, Queue
from threading import Lock, Thread

from django.conf import settings
from django.db import connection
from django.utils import timezone

from archivebrain.experiments import EXPERIMENTS
from archivebrain.experiments.base import Experiment
from archivebrain.models import ShadowRun
from retrieval.models import Chunk
from retrieval.tracing import KEPT, hash_of
from retrieval.types import Scope

# More would be a backlog of old questions; what does not fit is not measured.
MOST_WAITING = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnsweredSearch:
    """A search that an answer was made of: within what, and what came back.

    ``question``: as its trace knows it; ``searched``: as it was searched, and is to be again.
    """

    question: str = field(repr=False)
    searched: str = field(repr=False)
    scope: Scope
    shown: tuple[int, ...]


_waiting: "Queue[AnsweredSearch]" = Queue(MOST_WAITING)
_starting = Lock()
_runner: Thread | None = None


def queue(found: AnsweredSearch) -> None:
    """Leave it to the one thread that runs experiments; costs whoever asked nothing."""
    if not settings.SHADOW_EXPERIMENTS:
        return
    try:
        _waiting.put_nowait(found)
    except Full:
        return
    _start()


def drain() -> None:
    """Wait until nothing is waiting."""
    _waiting.join()


def _start() -> None:
    global _runner  # one thread for the whole process
    with _starting:
        if _runner is None or not _runner.is_alive():
            _runner = Thread(target=_run, name="shadow", daemon=True)
            _runner.start()


def _run() -> None:
    while True:
        found = _waiting.get()
        try:
            compare(found, now=timezone.now())
        finally:
            connection.close()
            _waiting.task_done()


def compare(
    found: AnsweredSearch, *, now: datetime, experiments: Sequence[Experiment] = EXPERIMENTS
) -> None:
    """One row for each experiment; one that fails is left out."""
    for experiment in experiments:
        try:
            _record(experiment, found, now)
        except Exception as fault:  # noqa: BLE001  # a dark feature may not hurt a lit one
            # The class alone: a message may repeat the question.
            log.warning("Experiment %s failed: %s", experiment.name, type(fault).__name__)


def _record(experiment: Experiment, found: AnsweredSearch, now: datetime) -> None:
    started = time.perf_counter()
    candidate = experiment.find(found.searched, found.scope, limit=len(found.shown))
    took = (time.perf_counter() - started) * 1000
    ShadowRun.objects.create(
        made_at=now,
        question_hash=hash_of(found.question, now=now),
        experiment=experiment.name,
        moved=moved(found.shown, candidate),
        shown_count=len(found.shown),
        took_ms=round(took, 2),
    )


def moved(shown: Sequence[int], candidate: Sequence[int]) -> list[dict[str, object]]:
    """The chunks whose rank differs, by their keys, with both ranks; None where it is not."""
    ranks = [
        (pk, _rank(shown, pk), _rank(candidate, pk)) for pk in dict.fromkeys((*shown, *candidate))
    ]
    differing = [one for one in ranks if one[1] != one[2]]
    keys = dict(Chunk.objects.filter(pk__in=[pk for pk, *_ in differing]).values_list("pk", "key"))
    return [
        {"chunk": keys[pk], "shown": before, "candidate": after}
        for pk, before, after in differing
        if pk in keys
    ]


def _rank(ids: Sequence[int], pk: int) -> int | None:
    return list(ids).index(pk) + 1 if pk in ids else None


def expire(*, now: datetime) -> int:
    """Delete what is older than the traces may be, and say how many runs that was."""
    return ShadowRun.objects.filter(made_at__lt=now - KEPT).delete()[0]
