"""Brings essays' indexes up to date: plan, embed what is missing, store one by one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from django.db import DataError, IntegrityError
from django.db.models import Exists, OuterRef

from retrieval.chunking import chunk
from retrieval.embedders import Embedder
from retrieval.embedders.checked import embed_each
from retrieval.fingerprints import content_hash, index_recipe
from retrieval.generations import begin_with, get_embedder
from retrieval.models import Chunk, ChunkVector, Essay, PreparedVector
from retrieval.plans import Stored, plan_for
from retrieval.storing import Embedded, Job, fault_of, store
from retrieval.tallies import settle
from retrieval.types import Visibility

# Enough chunks at once to sort by length, few enough that progress is seen and kept, and that
# an essay published meanwhile waits for seconds.
CHUNKS_PER_BATCH = 128
# An essay edited while it was being read is read again, this often at most.
MAX_PASSES = 3

# In the place of a recipe: whatever there is of this essay's index, nothing of it is to be kept.
AFRESH = "afresh"

_inline: ContextVar[bool] = ContextVar("inline", default=False)


@dataclass(frozen=True, slots=True)
class IndexStep:
    """How far an indexing run has come, for whoever shows its progress."""

    done: int
    total: int
    embedded: int


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run did: essays brought up to date, chunks, and (slug, sentence) of faults."""

    essays: int = 0
    embedded: int = 0
    kept: int = 0
    deleted: int = 0
    faults: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Run:
    """One call of ``index_essays``: what it works with, and its counts so far."""

    embedder: Embedder
    afresh: bool
    done: int = 0
    essays: int = 0
    embedded: int = 0
    kept: int = 0
    deleted: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)

    @property
    def recipe(self) -> str:
        return index_recipe(self.embedder.fingerprint)

    def report(self) -> IndexReport:
        faults = tuple(self.faults)
        return IndexReport(self.essays, self.embedded, self.kept, self.deleted, faults)


@contextmanager
def inline() -> Iterator[None]:
    """Saving queues no task in here: the caller indexes what it saved before it returns."""
    token = _inline.set(True)
    try:
        yield
    finally:
        _inline.reset(token)


def is_inline() -> bool:
    return _inline.get()


def essays_behind() -> list[int]:
    """Ids of essays whose index is missing or old; raises ``EmbedderUnavailable``."""
    recipe = index_recipe(get_embedder().fingerprint)
    return list(Essay.objects.behind(recipe=recipe).order_by("pk").values_list("pk", flat=True))


def forget_essay(essay_id: int) -> None:
    """Take an essay out of every lane, in the transaction of whoever calls."""
    Chunk.objects.filter(essay_id=essay_id).delete()
    PreparedVector.objects.filter(essay_id=essay_id).delete()
    Essay.objects.filter(pk=essay_id).exclude(indexed_key="").update(
        indexed_key="", indexed_recipe="", indexed_at=None, index_fault=""
    )


def ask_afresh(essay_ids: Iterable[int]) -> int:
    """Have these essays indexed with nothing kept, by whoever next indexes what is behind.

    The wish lies in their rows: a worker that ends meanwhile costs none of them. Private ones
    stand in no index and are left out; how many there are without them.
    """
    wanted = Essay.objects.indexable().filter(pk__in=list(essay_ids))
    return wanted.update(indexed_recipe=AFRESH)


def chunks_to_embed(essay: Essay) -> int:
    """How many chunks an essay would have embedded if it were saved just so.

    ``essay`` need not be stored. Raises ``EmbedderUnavailable``, and ``ValueError`` for a
    text that cannot be cut into chunks.
    """
    if essay.visibility == Visibility.PRIVATE.value:
        return 0
    return len(planned(essay, get_embedder()).plan.embed)


def index_essays(
    essay_ids: Iterable[int],
    *,
    report: Callable[[IndexStep], None] | None = None,
    afresh: bool = False,
) -> IndexReport:
    """Bring essays up to date; one that is stays untouched, unless ``afresh``.

    Raises ``EmbedderUnavailable``. An essay that fails bears its fault and holds up no
    other.
    """
    waiting = list(dict.fromkeys(essay_ids))
    total, run = len(waiting), Run(get_embedder(), afresh)
    begin_with(run.embedder)
    for _ in range(MAX_PASSES):
        overtaken: list[int] = []
        for jobs in _batches(waiting, run):
            overtaken += _carry_out(jobs, run)
            settle()
            if report:
                report(IndexStep(run.done, total, run.embedded))
        if not overtaken:
            break
        # Perhaps by another model's generation.
        waiting, run.embedder = overtaken, get_embedder()
    return run.report()


def _batches(waiting: Sequence[int], run: Run) -> Iterator[list[Job]]:
    """Jobs in groups of about as many chunks as are embedded together."""
    jobs: list[Job] = []
    for essay_id in waiting:
        jobs += _jobs_for(essay_id, run)
        if sum(len(job.plan.embed) for job in jobs) >= CHUNKS_PER_BATCH:
            yield jobs
            jobs = []
    yield jobs


def _jobs_for(essay_id: int, run: Run) -> list[Job]:
    """Read one essay and plan; nothing for one that is gone, private or up to date."""
    essay = Essay.objects.filter(pk=essay_id).first()
    if essay is None or essay.visibility == Visibility.PRIVATE.value:
        forget_essay(essay_id)
    elif run.afresh or (essay.indexed_key, essay.indexed_recipe) != (essay.text_key, run.recipe):
        try:
            afresh = run.afresh or essay.indexed_recipe == AFRESH
            return [planned(essay, run.embedder, afresh=afresh)]
        except ValueError as fault:
            _blame(essay, f"It cannot be cut into chunks: {fault}", run)
    run.done += 1
    return []


def planned(essay: Essay, embedder: Embedder, *, afresh: bool = False) -> Job:
    """What the essay's index lacks under this model, live or not.

    Raises ``ValueError`` for a text that cannot be cut to the window.
    """
    pieces = chunk(
        essay.body,
        title=essay.title,
        count_tokens=embedder.count_tokens,
        window_tokens=embedder.window_tokens,
    )
    # The model would read only the beginning of a longer one, and say nothing.
    if any(piece.token_count > embedder.window_tokens for piece in pieces):
        raise ValueError(f"a chunk exceeds the window of {embedder.window_tokens} tokens.")
    hashes = tuple(
        content_hash(piece.embedded, model_fingerprint=embedder.fingerprint) for piece in pieces
    )
    stored = _stored(essay, fingerprint=embedder.fingerprint)
    return Job(essay, pieces, hashes, plan_for(stored, hashes, afresh=afresh))


def _stored(essay: Essay, *, fingerprint: str) -> list[Stored]:
    ours = ChunkVector.objects.filter(chunk=OuterRef("pk"), fingerprint=fingerprint)
    rows = Chunk.objects.filter(essay_id=essay.pk).order_by("ordinal")
    return [Stored(*row) for row in rows.values_list("pk", "content_hash", Exists(ours))]


def _carry_out(jobs: Sequence[Job], run: Run) -> list[int]:
    """Embed what the jobs lack, all together, then store one by one; ids of the overtaken."""
    texts = [job.pieces[at].embedded for job in jobs for at in job.plan.embed]
    vectors = iter(embed_each(run.embedder, texts))
    overtaken = []
    for job in jobs:
        embedded = {at: next(vectors) for at in job.plan.embed}
        if not _stored_or_blamed(job, embedded, run):
            overtaken.append(job.essay.pk)
    return overtaken


def _stored_or_blamed(job: Job, embedded: Embedded, run: Run) -> bool:
    """False only if the essay was overtaken and must be read again."""
    fingerprint = run.embedder.fingerprint
    try:
        if not store(job, embedded, fingerprint=fingerprint, recipe=run.recipe):
            return False
    except (DataError, IntegrityError) as fault:
        _blame(job.essay, f"Its index cannot be stored: {type(fault).__name__}.", run)
        return True
    run.done += 1
    run.essays += 1
    run.embedded += sum(not isinstance(vector, str) for vector in embedded.values())
    run.kept += len(job.plan.keep)
    run.deleted += len(job.plan.delete)
    if sentence := fault_of(embedded):
        run.faults.append((job.essay.slug, sentence))
    return True


def _blame(essay: Essay, sentence: str, run: Run) -> None:
    run.faults.append((essay.slug, sentence))
    Essay.objects.filter(pk=essay.pk).update(index_fault=sentence)
