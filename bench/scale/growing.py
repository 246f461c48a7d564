"""Grows the present brain to any size with generated essays, in bulk and without the model."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import F, Max
from django.utils import timezone
from pgvector import HalfVector

from bench.scale.generated import CHUNKS_PER_ESSAY, WORDS_PER_CHUNK, Space, Words
from retrieval import hnsw
from retrieval.embedders.base import Vectors
from retrieval.fingerprints import index_recipe
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.tallies import settle
from retrieval.types import DateOrigin, DocType, Visibility
from retrieval.words import LANGUAGE

ESSAYS_AT_ONCE = 250
FIRST_DAY, DAYS = date(2005, 1, 1), 7000
# The share of notes, and of drafts, which no reader's search may meet.
NOTES, DRAFTS = 0.02, 0.05

CHUNKS = (
    "COPY retrieval_chunk (id, key, essay_id, ordinal, heading_path, anchor, text, plain,"
    " content_hash, token_count, word_count) FROM STDIN"
)
VECTORS = "COPY retrieval_chunkvector (chunk_id, essay_id, fingerprint, vector) FROM STDIN"
# What indexing writes for each chunk, for all at once: its words, and its language.
POSTINGS = """
INSERT INTO retrieval_posting (lexeme, chunk_id, essay_id, visibility, frequency, word_count)
SELECT lexeme, chunk.id, essay.id, visibility, times, chunk.word_count
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = chunk.essay_id,
LATERAL (
  SELECT lexeme, cardinality(positions) AS times FROM unnest(to_tsvector('english', plain))
  UNION ALL SELECT %s, 1
) AS words
WHERE chunk.id > %s
"""
TALLIES = """
INSERT INTO retrieval_tally (lexeme, visibility, chunk_count, word_count)
SELECT lexeme, visibility, count(*), sum(word_count) FROM retrieval_posting
WHERE chunk_id > %s GROUP BY lexeme, visibility
"""
NEXT_IDS = """
SELECT setval(pg_get_serial_sequence('retrieval_chunk', 'id'), max(id)) FROM retrieval_chunk
"""


class Growth:
    """Essays of one author that only grow: what was there stays, as in a real archive."""

    def __init__(self, fingerprint: str, *, most_essays: int, seed: int) -> None:
        self.fingerprint = fingerprint
        self.random = np.random.default_rng(seed)
        self.words = Words.drawn_with(seed)
        self.space = Space.of(most_essays, seed=seed)

    def to(self, chunks: int, *, with_words: bool = True) -> None:
        """Fill up with whole essays; statistics and the index's map are fresh afterwards."""
        first = _last_id()
        with _in_bulk():
            while (missing := chunks - Chunk.objects.count()) > 0:
                self._add(min(ESSAYS_AT_ONCE, -(-missing // CHUNKS_PER_ESSAY)))
            if with_words:
                _run(POSTINGS, [LANGUAGE + "en", first])
                _run(TALLIES, [first])
        settle()
        _run(NEXT_IDS)
        Essay.objects.update(indexed_key=F("text_key"), indexed_at=timezone.now())
        _run("VACUUM ANALYZE")

    def questions(self, count: int) -> Vectors:
        """Vectors near those of stored chunks, as a question's is near its answer's."""
        ids = Chunk.objects.filter(essay__in=Essay.objects.public()).values_list("pk", flat=True)
        chosen = self.random.choice(np.array(ids), count, replace=False)
        stored = ChunkVector.objects.filter(pk__in=[int(pk) for pk in chosen])
        vectors = np.array(list(stored.values_list("vector", flat=True)), dtype=np.float32)
        return self.space.questions(vectors)

    def _add(self, count: int) -> None:
        ranks = self.words.ranks(count * CHUNKS_PER_ESSAY, WORDS_PER_CHUNK)
        texts = [self.words.text(row) for row in ranks]
        essays = self._essays(_by_essay(texts))
        vectors = self.space.chunks(self.space.essays(count), CHUNKS_PER_ESSAY)
        self._copy(essays, texts, vectors)

    def _essays(self, texts: Sequence[Sequence[str]]) -> list[Essay]:
        recipe, number = index_recipe(self.fingerprint), Essay.objects.count()
        days = self.random.integers(DAYS, size=len(texts))
        notes, drafts = self.random.random((2, len(texts)))
        return Essay.objects.bulk_create(
            Essay(
                slug=f"generated-{number + at}",
                title=f"Generated {number + at}",
                body="\n\n".join(own),
                doc_type=(DocType.NOTE if notes[at] < NOTES else DocType.ESSAY).value,
                visibility=(Visibility.DRAFT if drafts[at] < DRAFTS else Visibility.PUBLIC).value,
                published_on=FIRST_DAY + timedelta(days=int(days[at])),
                published_origin=DateOrigin.FRONT_MATTER.value,
                indexed_recipe=recipe,
            )
            for at, own in enumerate(texts)
        )

    def _copy(self, essays: Sequence[Essay], texts: Sequence[str], vectors: Vectors) -> None:
        first = _last_id() + 1
        with connection.cursor() as cursor:
            with cursor.copy(CHUNKS) as rows:
                for at, text in enumerate(texts):
                    essay = essays[at // CHUNKS_PER_ESSAY].pk
                    key, ordinal = f"generated-{first + at}", at % CHUNKS_PER_ESSAY
                    place: tuple[Any, ...] = (first + at, key, essay, ordinal, [], "")
                    rows.write_row((*place, text, text, key, 250, WORDS_PER_CHUNK))
            with cursor.copy(VECTORS) as rows:
                for at, vector in enumerate(vectors):
                    essay = essays[at // CHUNKS_PER_ESSAY].pk
                    rows.write_row((first + at, essay, self.fingerprint, _written(vector)))


def _by_essay(texts: Sequence[str]) -> list[Sequence[str]]:
    return [texts[at : at + CHUNKS_PER_ESSAY] for at in range(0, len(texts), CHUNKS_PER_ESSAY)]


def _written(vector: Vectors) -> str:
    return str(HalfVector(vector).to_text())


def _last_id() -> int:
    return Chunk.objects.aggregate(last=Max("pk"))["last"] or 0


@contextmanager
def _in_bulk() -> Iterator[None]:
    """Without triggers: no row's references are checked, no word is counted as it comes.

    Postings are without indexes meanwhile as well, and vectors without that of neighbours,
    which is built afterwards.
    """
    hnsw.drop()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'retrieval_posting'"
            " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
        )
        indexes = cursor.fetchall()
    _run("SET maintenance_work_mem = '1GB'")
    for name, _ in indexes:
        _run(f"DROP INDEX {name}")
    tables = ("retrieval_chunk", "retrieval_posting")
    for table in tables:
        _run(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    try:
        yield
    finally:
        for table in tables:
            _run(f"ALTER TABLE {table} ENABLE TRIGGER ALL")
        for _, definition in indexes:
            _run(definition)
        _run("RESET maintenance_work_mem")


def _run(statement: str, params: Sequence[Any] = ()) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
