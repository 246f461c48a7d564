"""The keyword lane: BM25 over the words of one tier, computed in PostgreSQL."""

from collections.abc import Mapping, Sequence

from django.db import connection

from retrieval.lanes.base import Hit, Query
from retrieval.models import Chunk, Essay, Posting
from retrieval.types import Scope, Tier
from retrieval.words import EXACT, Words, config_for, words_of

# The usual BM25: how soon repeats stop counting, and how much length is held against a chunk.
K1 = 1.2
B = 0.75
# A longer text is a document, not a question; its first words say what it is about.
MAX_QUESTION_WORDS = 400

# Everything is float8 on purpose: the same sum in numeric takes eight times as long.
# Words are counted over one tier alone, so that no hidden text moves a public rank. Nor does
# the order of adding, which is the planner's: its last digits are cut off with ``real``.
RANKED = """
WITH asked AS (
  SELECT * FROM unnest(%s::text[], %s::float8[]) AS asked(lexeme, times)
), open AS MATERIALIZED (
  {tier}
), corpus AS MATERIALIZED (
  SELECT count(*)::float8 AS chunks, greatest(avg(word_count), 1)::float8 AS mean_words
  FROM retrieval_chunk WHERE essay_id IN (SELECT id FROM open)
), hits AS MATERIALIZED (
  SELECT asked.lexeme, asked.times, chunk_id, essay_id, frequency, word_count
  FROM asked JOIN retrieval_posting USING (lexeme)
  WHERE essay_id IN (SELECT id FROM open)
), weights AS MATERIALIZED (
  SELECT lexeme, times * ln(1::float8 + (chunks - n + 0.5::float8) / (n + 0.5::float8)) AS weight
  FROM (SELECT lexeme, times, count(*)::float8 AS n FROM hits GROUP BY lexeme, times) AS seen,
    corpus
)
SELECT chunk_id, sum(
  weight * frequency * ({k1}::float8 + 1) / (
    frequency + {k1}::float8 * (1 - {b}::float8 + {b}::float8 * word_count / mean_words)
  )
)::real AS score
FROM hits JOIN weights USING (lexeme), corpus
WHERE essay_id IN ({scope}) {among}
GROUP BY chunk_id ORDER BY score DESC, chunk_id LIMIT %s
"""

LEXEMES = """
SELECT lexeme, max(times) FROM (
  SELECT lexeme, cardinality(positions) AS times
  FROM unnest(%s::regconfig[]) AS config, unnest(to_tsvector(config, %s))
) AS read GROUP BY lexeme
"""


class KeywordLane:
    """A question is words: any of them may match, rare ones count for more."""

    name = "keyword"

    def find(self, query: Query, scope: Scope, *, limit: int) -> Sequence[Hit]:
        return tuple(Hit(*pair) for pair in scored(query.text, scope, limit=limit))

    def score(self, query: Query, scope: Scope, chunk_ids: Sequence[int]) -> Mapping[int, float]:
        """Nothing in common with the question is a measure too: 0."""
        if not chunk_ids:
            return {}
        held = scored(query.text, scope, limit=len(chunk_ids), among=chunk_ids)
        return dict.fromkeys(chunk_ids, 0.0) | dict(held)


def scored(
    text: str, scope: Scope, *, limit: int, among: Sequence[int] | None = None
) -> list[tuple[int, float]]:
    """Chunk ids with their BM25 scores, best first, ties by id; ``among`` these alone."""
    asked = lexemes_of(words_of(text), tier=scope.tier)
    if not asked:
        return []
    tier, tier_params = Essay.objects.of(scope.tier).values("id").query.sql_with_params()
    within, within_params = Essay.objects.within(scope).values("id").query.sql_with_params()
    sql = RANKED.format(
        tier=tier, scope=within, among="" if among is None else "AND chunk_id = ANY(%s)", k1=K1, b=B
    )
    params = [list(asked), list(asked.values()), *tier_params, *within_params]
    params += [limit] if among is None else [list(among), limit]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def lexemes_of(words: Words, *, tier: Tier = Tier.PUBLIC) -> dict[str, float]:
    """What a question looks up and how often it says it.

    Stems and exact names; where no word but stop words is left, those as they stand.
    """
    plain = words.plain[:MAX_QUESTION_WORDS]
    lexemes = _stems(plain, tier) or _exact(plain)
    return lexemes | _exact(words.names[:MAX_QUESTION_WORDS])


def _stems(plain: Sequence[str], tier: Tier = Tier.PUBLIC) -> dict[str, float]:
    if not plain:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [_configs(tier), " ".join(plain)])
        return {lexeme: float(times) for lexeme, times in cursor.fetchall()}


def _configs(tier: Tier) -> list[str]:
    """The stemmers that the tier's essays were read with; English if there are none."""
    languages = Essay.objects.of(tier).values_list("language", flat=True).distinct()
    return sorted({config_for(language) for language in languages}) or [config_for("en")]


def _exact(words: Sequence[str]) -> dict[str, float]:
    return {EXACT + word: float(words.count(word)) for word in words}


def public_chunk_count() -> int:
    return Chunk.objects.filter(essay__in=Essay.objects.public()).count()


def document_frequencies(words: Sequence[str]) -> dict[str, int]:
    """How many public chunks hold each word, by this lane's own reading of it.

    A name with signs or digits (C++, GPT-4) counts only where it stands as such;
    a hyphenated word also where it is written open or joined.
    """
    return {word: _frequency(words_of(word)) for word in words}


def _frequency(words: Words) -> int:
    whole = list(_exact(words.names))
    if words.names and all(name.replace("-", "").isalpha() for name in words.names):
        whole += _stems(words.plain[-1:])
    if words.names:
        return _chunks_with_any(whole)
    return _chunks_with_any(list(_stems(words.plain) or _exact(words.plain)))


def _chunks_with_any(lexemes: Sequence[str]) -> int:
    held = Posting.objects.filter(lexeme__in=lexemes, essay__in=Essay.objects.public())
    return held.values("chunk_id").distinct().count()
