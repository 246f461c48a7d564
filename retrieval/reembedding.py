"""Another model for the whole archive: its vectors are prepared, then all go live at once.

Preparing takes as long as embedding does and may be broken off at any time; answers go on
with the live generation, and so does indexing. The switch only stores what is prepared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from retrieval import hnsw
from retrieval.embedders import Embedder, embedder_named
from retrieval.embedders.base import Vectors
from retrieval.embedders.checked import embed_each
from retrieval.fingerprints import index_recipe
from retrieval.generations import lasting_name
from retrieval.indexing import planned
from retrieval.locks import REEMBED_LOCK
from retrieval.models import ChunkVector, Essay, Generation, PreparedVector
from retrieval.storing import Job, fault_of, store
from retrieval.tallies import settle
from retrieval.turns import only_one

# About as many chunks as are embedded together while indexing.
ESSAYS_AT_ONCE = 16
PREPARING, SWITCHING = "Preparing", "Switching"

# Nobody stores a vector of the old model from here on, and no text changes. Both may be read.
ALONE = """
LOCK TABLE retrieval_generation IN EXCLUSIVE MODE;
LOCK TABLE retrieval_essay IN SHARE ROW EXCLUSIVE MODE;
"""


class AnotherRun(Exception):
    """Another ``reembed`` is at work; the message says what to do."""


@dataclass(frozen=True, slots=True)
class ReembedStep:
    """How far a run has come: essays of ``total`` in this stage, and vectors embedded."""

    stage: str
    done: int
    total: int
    embedded: int


@dataclass(frozen=True, slots=True)
class ReembedReport:
    """``is_new``: whether another generation went live than the one before.

    ``embedded``: vectors made in this run; ``kept``: those of one that was broken off.
    """

    model: str
    is_new: bool = False
    essays: int = 0
    embedded: int = 0
    kept: int = 0
    faults: tuple[tuple[str, str], ...] = ()


Telling = Callable[[ReembedStep], None]


@dataclass(slots=True)
class Run:
    """One call of ``reembed``: the new model and the counts so far."""

    embedder: Embedder
    tell: Telling
    embedded: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)


def reembed(name: str, *, tell: Telling = lambda _: None) -> ReembedReport:
    """Make a model's vectors the ones that answer; raises ``AnotherRun``.

    ``EmbedderUnavailable`` if the model cannot be loaded. What a run that was broken off
    has prepared with the same model is taken up; with another one it is thrown away.
    """
    with only_one(REEMBED_LOCK) as is_alone:
        if not is_alone:
            raise AnotherRun(
                "Another reembed is at work on this archive. Wait for it, or end it: what it "
                "has prepared is kept, and the next one goes on from there."
            )
        return _reembed(Run(embedder_named(name), tell))


def _reembed(run: Run) -> ReembedReport:
    fingerprint = run.embedder.fingerprint
    PreparedVector.objects.exclude(fingerprint=fingerprint).delete()
    model = lasting_name(run.embedder.name)
    if Generation.objects.filter(fingerprint=fingerprint).exists():
        PreparedVector.objects.all().delete()
        Generation.objects.update(model=model)
        return ReembedReport(model)
    kept = PreparedVector.objects.count()
    _prepare(run)
    essays = _switch(run, model)
    hnsw.keep_up(run.embedder)
    return ReembedReport(model, True, essays, run.embedded, kept, tuple(run.faults))


def _prepare(run: Run) -> None:
    """Until every text has its vectors, also those that changed meanwhile."""
    ready: dict[int, str] = {}
    while waiting := _waiting(ready):
        for first in range(0, len(waiting), ESSAYS_AT_ONCE):
            essays = list(_essays().filter(pk__in=waiting[first : first + ESSAYS_AT_ONCE]))
            _embed_missing(list(_jobs(essays, run)), run)
            ready |= {essay.pk: essay.text_key for essay in essays}
            done = min(first + ESSAYS_AT_ONCE, len(waiting))
            run.tell(ReembedStep(PREPARING, done, len(waiting), run.embedded))


def _waiting(ready: Mapping[int, str]) -> list[int]:
    """Ids of essays that were never read, or read when their text was another."""
    texts = _essays().values_list("pk", "text_key")
    return [pk for pk, key in texts if ready.get(pk) != key]


def _jobs(essays: Sequence[Essay], run: Run) -> Iterator[Job]:
    for essay in essays:
        # What cannot be cut to the new window is told when it is to be stored.
        with suppress(ValueError):
            yield planned(essay, run.embedder)


def _embed_missing(jobs: Sequence[Job], run: Run) -> None:
    known = {(job.essay.pk, content) for job in jobs for content in _prepared(job)}
    texts = {
        (job.essay.pk, job.hashes[at]): job.pieces[at].embedded
        for job in jobs
        for at in job.plan.embed
        if (job.essay.pk, job.hashes[at]) not in known
    }
    vectors = dict(zip(texts, embed_each(run.embedder, list(texts.values())), strict=True))
    run.embedded += _keep(
        {key: vector for key, vector in vectors.items() if not isinstance(vector, str)},
        fingerprint=run.embedder.fingerprint,
    )


@transaction.atomic
def _keep(vectors: Mapping[tuple[int, str], Vectors], *, fingerprint: str) -> int:
    """What was deleted or made private meanwhile takes no vector, and costs others none."""
    owners = {essay_id for essay_id, _ in vectors}
    locked = _essays().filter(pk__in=owners).select_for_update(no_key=True)
    there = set(locked.values_list("pk", flat=True))
    rows = [
        PreparedVector(
            essay_id=essay_id, content_hash=content, fingerprint=fingerprint, vector=vector
        )
        for (essay_id, content), vector in vectors.items()
        if essay_id in there
    ]
    return len(PreparedVector.objects.bulk_create(rows))


@transaction.atomic
def _switch(run: Run, model: str) -> int:
    """Number of essays. A reader has the old generation until the commit, and then the new."""
    with connection.cursor() as cursor:
        cursor.execute(ALONE)
    fingerprint = run.embedder.fingerprint
    live = {"model": model, "fingerprint": fingerprint}
    Generation.objects.update_or_create(id=1, defaults=live)
    ids = list(_essays().values_list("pk", flat=True))
    for done, essay_id in enumerate(ids, start=1):
        _store(Essay.objects.get(pk=essay_id), run)
        if done % ESSAYS_AT_ONCE == 0 or done == len(ids):
            settle()
            run.tell(ReembedStep(SWITCHING, done, len(ids), run.embedded))
    ChunkVector.objects.exclude(fingerprint=fingerprint).delete()
    PreparedVector.objects.all().delete()
    return len(ids)


def _store(essay: Essay, run: Run) -> None:
    try:
        job = planned(essay, run.embedder)
    except ValueError as fault:
        _blame(essay, f"It cannot be cut into chunks: {fault}", run)
        return
    _embed_missing([job], run)
    vectors = _prepared(job)
    embedded: dict[int, Vectors | str] = {
        at: vectors.get(job.hashes[at], "no vector") for at in job.plan.embed
    }
    fingerprint = run.embedder.fingerprint
    store(job, embedded, fingerprint=fingerprint, recipe=index_recipe(fingerprint))
    if sentence := fault_of(embedded):
        run.faults.append((essay.slug, sentence))


def _blame(essay: Essay, sentence: str, run: Run) -> None:
    run.faults.append((essay.slug, sentence))
    Essay.objects.filter(pk=essay.pk).update(index_fault=sentence)


def _prepared(job: Job) -> dict[str, Vectors]:
    """An essay's vectors that wait, by content hash."""
    rows = PreparedVector.objects.filter(essay=job.essay).values_list("content_hash", "vector")
    return {content: np.asarray(vector, dtype=np.float32) for content, vector in rows}


def _essays() -> "QuerySet[Essay]":
    return Essay.objects.indexable().order_by("pk")
