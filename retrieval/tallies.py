"""How often words stand in a tier: the statistics of BM25, exact in every transaction.

They are sums of what each change added; ``settle`` keeps the rows few.
"""

from dataclasses import dataclass

from django.db import connection, transaction

from retrieval.locks import TALLY_LOCK
from retrieval.querysets import TIERS
from retrieval.types import Tier
from retrieval.words import LANGUAGE

CORPUS = """
SELECT substr(lexeme, 2), sum(chunk_count)::float8, sum(word_count)::float8
FROM retrieval_tally WHERE lexeme LIKE %s AND visibility = ANY(%s)
GROUP BY lexeme HAVING sum(chunk_count) > 0
"""

# What one statement deletes no other one sees, so each row is added up once.
SETTLED = """
WITH scattered AS (
  SELECT lexeme, visibility FROM retrieval_tally GROUP BY lexeme, visibility HAVING count(*) > 1
), taken AS (
  DELETE FROM retrieval_tally AS tally USING scattered
  WHERE tally.lexeme = scattered.lexeme AND tally.visibility = scattered.visibility
  RETURNING tally.*
)
INSERT INTO retrieval_tally (lexeme, visibility, chunk_count, word_count)
SELECT lexeme, visibility, sum(chunk_count), sum(word_count) FROM taken
GROUP BY lexeme, visibility HAVING sum(chunk_count) <> 0
"""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One tier: its chunks, how many words they have on average, and its essays' languages."""

    chunks: int
    mean_words: float
    languages: tuple[str, ...]


def corpus_of(tier: Tier) -> Corpus:
    with connection.cursor() as cursor:
        cursor.execute(CORPUS, [f"{LANGUAGE}%", list(TIERS[tier])])
        rows = cursor.fetchall()
    chunks, words = (int(sum(row[at] for row in rows)) for at in (1, 2))
    # A corpus of empty chunks has no words to divide by.
    mean_words = max(words / chunks, 1) if chunks else 1
    return Corpus(chunks, mean_words, tuple(sorted(language for language, *_ in rows)))


def settle() -> None:
    """Make one row of each word's many, unless another process is at it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TALLY_LOCK])
        if cursor.fetchone()[0]:
            cursor.execute(SETTLED)
