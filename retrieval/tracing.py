"""Keeps how a search went, for 90 days, without a word of what was asked."""

import hmac
import logging
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils import timezone

from retrieval.models import RetrievalTrace
from retrieval.models.traces import NONE_OF_IT, OUTCOME_CHARACTERS, SURFACE_CHARACTERS
from retrieval.search import SearchResult
from retrieval.timing import Stage
from retrieval.types import Passage

KEPT = timedelta(days=90)
# The outcome of a search that nobody made an answer of.
SEARCHED = "searched"

log = logging.getLogger(__name__)


def record(question: str, found: SearchResult, *, surface: str, outcome: str) -> None:
    """One trace. A database that cannot take it costs no reader the answer."""
    now = timezone.now()
    try:
        with _not_waiting_for_the_disk():
            RetrievalTrace.objects.create(
                made_at=now,
                question_hash=hash_of(question, now=now),
                surface=surface[:SURFACE_CHARACTERS],
                outcome=outcome[:OUTCOME_CHARACTERS],
                total_ms=_total_ms(found.stages),
                stages=_courses(found.stages),
                passages=_scores(found.passages),
                versions=dict(found.versions),
                asked_time=_time_of(found),
                degraded=list(found.degraded),
            )
    except Error as fault:
        # The class alone: a message of the database may repeat the row.
        log.warning("No trace was kept: %s", type(fault).__name__)


@contextmanager
def _not_waiting_for_the_disk() -> Iterator[None]:
    """A transaction of its own, which a crash of the server within the second may lose.

    Inside another one nothing changes: what that one keeps may be worth the wait.
    """
    is_own = not connection.in_atomic_block
    with transaction.atomic():
        if is_own:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield


def hash_of(question: str, *, now: datetime) -> str:
    """A keyed hash, under another key each month, so that nobody follows a question for long.

    Without SECRET_KEY no list of likely questions can be tried against it.
    """
    month = f"retrieval trace {now:%Y-%m}".encode()
    key = hmac.digest(settings.SECRET_KEY.encode(), month, "sha256")
    return hmac.digest(key, _folded(question).encode(), "sha256").hex()


def expire(*, now: datetime) -> int:
    """Delete what is older than 90 days, and say how many traces that was."""
    return RetrievalTrace.objects.filter(made_at__lt=now - KEPT).delete()[0]


def _time_of(found: SearchResult) -> str:
    """The kind of time alone: its years are the reader's words."""
    if found.asked.intent is None:
        return ""
    return found.asked.intent.value + ("" if found.is_of_its_time else NONE_OF_IT)


def _folded(question: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", question).casefold().split())


def _total_ms(stages: Sequence[Stage]) -> float:
    if not stages:
        return 0.0
    return round((max(one.end for one in stages) - min(one.start for one in stages)) * 1000, 2)


def _courses(stages: Sequence[Stage]) -> list[dict[str, object]]:
    """In the order of their start, counted from the first."""
    ordered = sorted(stages, key=lambda stage: stage.start)
    return [
        {
            "name": stage.name,
            "at": round((stage.start - ordered[0].start) * 1000, 2),
            "ms": round(stage.ms, 2),
        }
        for stage in ordered
    ]


def _scores(passages: tuple[Passage, ...]) -> list[dict[str, object]]:
    return [
        {
            "chunk": passage.key,
            "base": round(passage.base, 6),
            "boost": passage.boost,
            "lanes": dict(passage.lanes),
            "bucket": passage.bucket.value,
        }
        for passage in passages
    ]
