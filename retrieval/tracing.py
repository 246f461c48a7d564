"""Keeps how a search went, for 90 days, without a word of what was asked."""

import hmac
import logging
import unicodedata
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils import timezone
from psycopg.types.json import Json

from retrieval.models import RetrievalTrace
from retrieval.models.traces import NONE_OF_IT, OUTCOME_CHARACTERS, SURFACE_CHARACTERS
from retrieval.search import SearchResult
from retrieval.statements import rows
from retrieval.timing import Stage
from retrieval.types import Passage

KEPT = timedelta(days=90)
# The outcome of a search that nobody made an answer of.
SEARCHED = "searched"

# A row that a crash of the server within the second may lose, so that no reader waits for the
# disk; said in the statement itself, which would else be a transaction of four.
INSERT = """
INSERT INTO retrieval_retrievaltrace ({columns})
SELECT {values} FROM (SELECT set_config('synchronous_commit', {commit}, true)) AS unhurried
RETURNING id
"""

log = logging.getLogger(__name__)


def record(question: str, found: SearchResult, *, surface: str, outcome: str) -> None:
    """One trace. A database that cannot take it costs no reader the answer."""
    now = timezone.now()
    try:
        _keep(
            made_at=now,
            question_hash=hash_of(question, now=now),
            surface=surface[:SURFACE_CHARACTERS],
            outcome=outcome[:OUTCOME_CHARACTERS],
            total_ms=round(found.took_ms, 2),
            stages=Json(_courses(found.stages)),
            passages=Json(_scores(found.passages)),
            versions=Json(dict(found.versions)),
            asked_time=_time_of(found),
            degraded=list(found.degraded),
        )
    except Error as fault:
        # The class alone: a message of the database may repeat the row.
        log.warning("No trace was kept: %s", type(fault).__name__)


def _keep(**columns: object) -> None:
    """Inside a transaction its own way to commit stays: what that one keeps may be worth a wait."""
    is_inside = connection.in_atomic_block
    kept = INSERT.format(
        columns=", ".join(columns),
        values=", ".join(["%s"] * len(columns)),
        commit="current_setting('synchronous_commit')" if is_inside else "'off'",
    )
    with transaction.atomic() if is_inside else nullcontext():
        rows(kept, list(columns.values()))


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
