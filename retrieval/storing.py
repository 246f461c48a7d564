"""Stores what was planned and embedded for one essay, in one transaction."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from retrieval.chunking import Piece
from retrieval.embedders.base import Vectors
from retrieval.fingerprints import chunk_key
from retrieval.generations import hold_live
from retrieval.markdown import link_targets
from retrieval.models import Chunk, ChunkVector, Essay, Posting
from retrieval.plans import Plan
from retrieval.postings import words_to_count, write_postings
from retrieval.words import Words

# A vector for each place of a plan that lacked one, or the word for its fault.
Embedded = Mapping[int, Vectors | str]
_PLACED = ("ordinal", "heading_path", "anchor", "text", "plain", "token_count")


@dataclass(frozen=True, slots=True)
class Job:
    """One essay as it was read, what its index should hold, and how to get there."""

    essay: Essay
    pieces: tuple[Piece, ...]
    hashes: tuple[str, ...]
    plan: Plan


@transaction.atomic
def store(job: Job, embedded: Embedded, *, fingerprint: str, recipe: str) -> bool:
    """Replace one essay's index; False if text, index or live model changed meanwhile."""
    essay = job.essay
    if hold_live() != fingerprint:
        return False
    as_read = Essay.objects.indexable().filter(
        pk=essay.pk,
        text_key=essay.text_key,
        indexed_at=essay.indexed_at,
        indexed_recipe=essay.indexed_recipe,
    )
    # Locked until the commit, so that hiding the essay waits and then removes all of it.
    if not as_read.select_for_update(no_key=True).exists():
        return False
    Chunk.objects.filter(pk__in=job.plan.delete).delete()
    chunks = _moved(job) | _added(job)
    _write_words(job, chunks)
    ChunkVector.objects.bulk_create(
        ChunkVector(chunk=chunks[at], essay=essay, fingerprint=fingerprint, vector=vector)
        for at, vector in embedded.items()
        if not isinstance(vector, str)
    )
    Essay.objects.filter(pk=essay.pk).update(
        indexed_key=essay.text_key,
        indexed_recipe=recipe,
        indexed_at=timezone.now(),
        index_fault=fault_of(embedded),
        links=link_targets(essay.body),
    )
    return True


def fault_of(embedded: Embedded) -> str:
    """What is wrong with an essay's vectors, for the author; empty if nothing is."""
    reasons = Counter(one for one in embedded.values() if isinstance(one, str))
    if not reasons:
        return ""
    named = ", ".join(f"{reason} ({count})" for reason, count in sorted(reasons.items()))
    return (
        f"Chunks without a vector: {reasons.total()}; the model gave {named}. They are found "
        "by their words alone. `python manage.py index --all` tries again."
    )


def _moved(job: Job) -> dict[int, Chunk]:
    """By place, the kept chunks: their words are the same; place, anchor or marks may not be."""
    places = dict(job.plan.keep)
    kept = {places[chunk.pk]: chunk for chunk in Chunk.objects.filter(pk__in=places)}
    moved = []
    for at, chunk in kept.items():
        fields = _placed(job.pieces[at])
        if any(getattr(chunk, name) != value for name, value in fields.items()):
            for name, value in fields.items():
                setattr(chunk, name, value)
            moved.append(chunk)
    Chunk.objects.bulk_update(moved, _PLACED, batch_size=200)
    return kept


def _placed(piece: Piece) -> dict[str, object]:
    fields: dict[str, object] = {name: getattr(piece, name) for name in _PLACED}
    return fields | {"heading_path": list(piece.heading_path)}


def _added(job: Job) -> dict[int, Chunk]:
    """By place, the new chunks."""
    chunks = Chunk.objects.bulk_create(
        Chunk(
            key=_key(job, at),
            essay=job.essay,
            content_hash=job.hashes[at],
            word_count=len(_words(job, at).plain),
            **_placed(job.pieces[at]),
        )
        for at in job.plan.add
    )
    return dict(zip(job.plan.add, chunks, strict=True))


def _write_words(job: Job, chunks: Mapping[int, Chunk]) -> None:
    """Those of kept chunks anew too: the essay's language may have changed, and their stems."""
    Posting.objects.filter(chunk__in=dict(job.plan.keep)).delete()
    words = [_words(job, at) for at in chunks]
    write_postings(list(chunks.values()), words, language=job.essay.language)


def _words(job: Job, at: int) -> Words:
    piece = job.pieces[at]
    return words_to_count(job.essay.title, piece.heading_path, piece.plain)


def _key(job: Job, at: int) -> str:
    return chunk_key(job.essay.slug, job.hashes[at], job.hashes[:at].count(job.hashes[at]))
