"""The keyword lane: BM25 over the words of one tier, computed in PostgreSQL."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from retrieval.facts import Fact
from retrieval.lanes.base import Found, Hit, Query
from retrieval.models import Posting
from retrieval.querysets import TIERS
from retrieval.scoping import in_scope, in_tier
from retrieval.statements import ids, rows
from retrieval.tallies import Corpus, corpus_of
from retrieval.types import Scope, Tier
from retrieval.words import EXACT, Words, config_for, words_of

# The usual BM25: how soon repeats stop counting, and how much length is held against a chunk.
K1 = 1.2
B = 0.75
# A longer text is a document, not a question; its first words say what it is about.
MAX_QUESTION_WORDS = 400
REMEMBERED_QUESTIONS = 2000

# Everything is float8 on purpose: the same sum in numeric takes eight times as long.
# Words are counted over one tier alone, so that no hidden text moves a public rank. Nor does
# the order of adding, which is the planner's: its last digits are cut off with ``real``.
RANKED = """
WITH asked AS MATERIALIZED (
  SELECT lexeme, times * ln(1::float8 + (%s::float8 - n + 0.5::float8) / (n + 0.5::float8))
    AS weight
  FROM unnest(%s::text[], %s::float8[]) AS asked(lexeme, times), LATERAL (
    SELECT sum(chunk_count)::float8 AS n FROM retrieval_tally AS tally
    WHERE tally.lexeme = asked.lexeme AND {tier}
  ) AS counted WHERE n > 0
)
SELECT chunk_id, score FROM (
  SELECT chunk_id, sum(
    weight * frequency * ({k1}::float8 + 1) / (
      frequency + {k1}::float8 * (1 - {b}::float8 + {b}::float8 * word_count / %s::float8)
    )
  )::real AS score
  FROM asked JOIN retrieval_posting USING (lexeme)
  WHERE {tier} AND {within}
  GROUP BY chunk_id
) AS held LEFT JOIN unnest(%s::bigint[]) AS beside(id) ON id = chunk_id
ORDER BY id IS NULL, score DESC, chunk_id LIMIT %s::int
"""

LEXEMES = """
SELECT lexeme, max(times) FROM (
  SELECT lexeme, cardinality(positions) AS times
  FROM unnest(%s::regconfig[]) AS config, unnest(to_tsvector(config, %s::text))
) AS read GROUP BY lexeme
"""

# A word that is none to a stemmer is in everybody's mouth.
USED = """
WITH asked AS MATERIALIZED (
  SELECT word, lexeme FROM unnest(%s::text[]) AS word, unnest(%s::regconfig[]) AS config
    LEFT JOIN LATERAL unnest(to_tsvector(config, word)) ON true
  UNION ALL SELECT * FROM unnest(%s::text[], %s::text[])
)
SELECT DISTINCT word FROM asked WHERE lexeme IS NULL OR 0 < (
  SELECT sum(chunk_count) FROM retrieval_tally AS tally
  WHERE tally.lexeme = asked.lexeme AND visibility = ANY(%s::text[])
)
"""


class KeywordLane:
    """A question is words: any of them may match, rare ones count for more."""

    name = "keyword"
    uses_vector = False
    ceiling: float | None = None

    def find(
        self, query: Query, scope: Scope, *, limit: int, beside: Collection[int] = ()
    ) -> Found:
        """Nothing in common with the question is a measure too: 0."""
        held = scored(query.text, scope, limit=limit, beside=beside, corpus=query.corpus)
        hits = tuple(Hit(*pair) for pair in held[:limit])
        return Found(hits, dict.fromkeys(beside, 0.0) | dict(held))

    def score(self, query: Query, scope: Scope, chunks: Sequence[Fact]) -> Mapping[int, float]:
        wanted = [fact.chunk_id for fact in chunks]
        measured = self.find(query, scope, limit=0, beside=wanted).measured if wanted else {}
        return {chunk_id: measured[chunk_id] for chunk_id in wanted}


def scored(
    text: str,
    scope: Scope,
    *,
    limit: int,
    beside: Collection[int] = (),
    corpus: Corpus | None = None,
) -> list[tuple[int, float]]:
    """Chunk ids with their BM25 scores, best first, ties by id: the best, and those ``beside``.

    ``corpus``: the tier's, where it was read already.
    """
    corpus = corpus or corpus_of(scope.tier)
    asked = _lexemes(words_of(text), corpus)
    if not asked:
        return []
    within, named = in_scope(scope, tier_alone="true")
    sql = RANKED.format(k1=K1, b=B, tier=in_tier(scope.tier), within=within)
    words: list[Any] = [corpus.chunks, list(asked), list(asked.values()), corpus.mean_words]
    held = rows(sql, [*words, *named, ids(beside), limit + len(beside)])
    return sorted(held, key=lambda pair: (-pair[1], pair[0]))


def lexemes_of(words: Words, *, tier: Tier = Tier.PUBLIC) -> dict[str, float]:
    """What a question looks up and how often it says it.

    Stems and exact names; where no word but stop words is left, those as they stand.
    """
    return _lexemes(words, corpus_of(tier))


def _lexemes(words: Words, corpus: Corpus) -> dict[str, float]:
    plain = words.plain[:MAX_QUESTION_WORDS]
    lexemes = _stems(plain, corpus) or _exact(plain)
    return lexemes | _exact(words.names[:MAX_QUESTION_WORDS])


def _stems(plain: Sequence[str], corpus: Corpus) -> dict[str, float]:
    """By the stemmers that the corpus was read with; English if it is empty."""
    if not plain:
        return {}
    configs = {config_for(language) for language in corpus.languages or ("en",)}
    return dict(_stemmed(" ".join(plain), tuple(sorted(configs))))


@lru_cache(maxsize=REMEMBERED_QUESTIONS)
def _stemmed(text: str, configs: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """A stemmer says the same of the same words, and a search asks twice."""
    found = rows(LEXEMES, [list(configs), text])
    return tuple((lexeme, float(times)) for lexeme, times in found)


def _exact(words: Sequence[str]) -> dict[str, float]:
    return {EXACT + word: float(words.count(word)) for word in words}


def public_chunk_count() -> int:
    return corpus_of(Tier.PUBLIC).chunks


def document_frequencies(words: Sequence[str]) -> dict[str, int]:
    """How many public chunks hold each word, by this lane's own reading of it.

    A name with signs or digits (C++, GPT-4) counts only where it stands as such;
    a hyphenated word also where it is written open or joined.
    """
    corpus = corpus_of(Tier.PUBLIC)
    return {word: _chunks_with_any(_readings(words_of(word), corpus)) for word in words}


def used_in_public(words: Collection[str]) -> frozenset[str]:
    """Those of the words that the public tier uses in any form; stop words are in use, too."""
    asked = list(words)
    corpus = corpus_of(Tier.PUBLIC)
    configs = sorted({config_for(language) for language in corpus.languages or ("en",)})
    exact, public = [EXACT + word for word in asked], list(TIERS[Tier.PUBLIC])
    return frozenset(word for [word] in rows(USED, [asked, configs, asked, exact, public]))


def _readings(words: Words, corpus: Corpus) -> list[str]:
    if not words.names:
        return list(_stems(words.plain, corpus) or _exact(words.plain))
    whole = list(_exact(words.names))
    if all(name.replace("-", "").isalpha() for name in words.names):
        whole += _stems(words.plain[-1:], corpus)
    return whole


def _chunks_with_any(lexemes: Sequence[str]) -> int:
    held = Posting.objects.filter(lexeme__in=lexemes, visibility__in=TIERS[Tier.PUBLIC])
    return held.values("chunk_id").distinct().count()
