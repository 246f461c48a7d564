"""What the database counts itself, exact in every transaction: words for BM25, and the stamp.

All are sums of what each change added; ``settle`` keeps the rows few.
"""

import hashlib
from dataclasses import dataclass

from django.db import connection, transaction

from retrieval.locks import TALLY_LOCK
from retrieval.models import EssayTally
from retrieval.scoping import in_tier
from retrieval.statements import rows
from retrieval.types import Tier

STAMP_CHARACTERS = 12
# Each statement that changes essays leaves a row or a few. So many are read in no time; every
# search adds them up, and of words there are hundreds of times as many.
FEW_CHANGES = 50

CORPUS = """
WITH counted AS (
  SELECT substr(lexeme, 2) AS language, sum(chunk_count) AS chunks, sum(word_count) AS words
  FROM retrieval_tally WHERE lexeme LIKE '#%%' AND {tier}
  GROUP BY lexeme HAVING sum(chunk_count) > 0
)
SELECT coalesce(sum(chunks), 0)::bigint, coalesce(sum(words), 0)::bigint,
  coalesce(array_agg(language ORDER BY language), ARRAY[]::text[]),
  (
    SELECT concat(coalesce(sum(essay_count), 0), ' ', coalesce(sum(digest), 0))
    FROM retrieval_essaytally WHERE {tier}
  )
FROM counted
"""

# What one statement deletes no other one sees, so each row is added up once.
SETTLED_WORDS = """
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
SETTLED_ESSAYS = """
WITH taken AS (DELETE FROM retrieval_essaytally RETURNING *)
INSERT INTO retrieval_essaytally (visibility, essay_count, digest)
SELECT visibility, sum(essay_count), sum(digest) FROM taken
GROUP BY visibility HAVING sum(essay_count) <> 0
"""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One tier: its chunks, how many words they have on average, and its essays' languages.

    ``stamp``: 12 hex digits that change with anything that a search in the tier may show.
    """

    chunks: int
    mean_words: float
    languages: tuple[str, ...]
    stamp: str


def corpus_of(tier: Tier) -> Corpus:
    return _corpus(in_tier(tier))


def stamp_of_all() -> str:
    """The stamp of all essays, whoever may see them."""
    return _corpus("true").stamp


def _corpus(tier: str) -> Corpus:
    [(chunks, words, languages, essays)] = rows(CORPUS.format(tier=tier))
    # A corpus of empty chunks has no words to divide by.
    mean_words = max(words / chunks, 1) if chunks else 1
    stamp = hashlib.sha256(essays.encode()).hexdigest()[:STAMP_CHARACTERS]
    return Corpus(chunks, mean_words, tuple(languages), stamp)


def settle_if_many() -> None:
    """After changes that index nothing, such as hiding a hundred essays."""
    if EssayTally.objects.count() > FEW_CHANGES:
        settle()


def settle() -> None:
    """Make one row of many, unless another process is at it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TALLY_LOCK])
        if cursor.fetchone()[0]:
            cursor.execute(SETTLED_WORDS)
            cursor.execute(SETTLED_ESSAYS)
