"""The keyword lane against PostgreSQL's own ranking, by turns over the same chunks."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from django.db import connection

from retrieval.lanes.keyword import scored
from retrieval.models import Chunk
from retrieval.types import Scope

# A temporary table, so that nothing but this comparison ever sees it.
PREPARED = """
CREATE TEMP TABLE plain_text AS
SELECT chunk.id, to_tsvector('english', concat_ws(' ', title, heading_path::text, plain)) AS words
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id;
CREATE INDEX ON plain_text USING gin (words);
ANALYZE plain_text;
"""
# Any of the words, as the lane asks too: all of them stand in one text for few questions.
RANKED = """
SELECT id, ts_rank_cd(words, asked) AS score
FROM plain_text,
  (SELECT replace(plainto_tsquery('english', %s)::text, '&', '|')::tsquery AS asked) AS question
WHERE words @@ asked ORDER BY score DESC, id LIMIT 100
"""


@dataclass(frozen=True, slots=True)
class WordTimes:
    """Medians in milliseconds, each for the first hundred chunks of one question."""

    chunks: int
    questions: int
    ours: float
    ts_rank_cd: float

    @property
    def ratio(self) -> float:
        return self.ours / self.ts_rank_cd


def measure_words(questions: Sequence[str], *, warm_up: int = 20) -> WordTimes:
    with connection.cursor() as cursor:
        cursor.execute(PREPARED)
    taken = [(_ours(text), _theirs(text)) for text in questions][warm_up:]
    return WordTimes(
        chunks=Chunk.objects.count(),
        questions=len(taken),
        ours=median(ours for ours, _ in taken),
        ts_rank_cd=median(theirs for _, theirs in taken),
    )


def _ours(text: str) -> float:
    start = time.perf_counter()
    scored(text, Scope(), limit=100)
    return (time.perf_counter() - start) * 1000


def _theirs(text: str) -> float:
    start = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(RANKED, [text])
        cursor.fetchall()
    return (time.perf_counter() - start) * 1000
