"""Fills the table of words that the keyword lane counts."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from retrieval.models import Chunk
from retrieval.words import EXACT, LANGUAGE, Words, config_for, stemmer_of, words_of

# Stems by the essay's language; beside them, as they stand and under a mark that no stem
# begins with, the words that the stemmer drops and names with signs in them. A row for its
# language stands for each chunk itself, the empty one too.
WRITTEN = """
WITH read AS (
  SELECT chunk_id, words, word_count
  FROM unnest(%(chunks)s::bigint[], %(words)s::text[], %(counts)s::int[])
    AS read(chunk_id, words, word_count)
), counted AS (
  SELECT chunk_id, lexeme, cardinality(positions) AS times
  FROM read, unnest(to_tsvector(%(config)s::regconfig, words))
  UNION ALL
  SELECT chunk_id, %(exact)s || lexeme, cardinality(positions)
  FROM read, unnest(to_tsvector('simple', words))
  WHERE ts_lexize(%(dictionary)s::regdictionary, lexeme) = '{}'
  UNION ALL
  SELECT chunk_id, %(exact)s || name, count(*)
  FROM unnest(%(name_chunks)s::bigint[], %(names)s::text[]) AS named(chunk_id, name)
  GROUP BY chunk_id, name
  UNION ALL
  SELECT chunk_id, %(language)s, 1 FROM read
)
INSERT INTO retrieval_posting (lexeme, chunk_id, essay_id, visibility, frequency, word_count)
SELECT lexeme, chunk_id, essay.id, visibility, least(times, 32767), word_count
FROM counted JOIN read USING (chunk_id), retrieval_essay AS essay
WHERE essay.id = %(essay)s
"""


def write_postings(chunks: Sequence[Chunk], words: Sequence[Words], *, language: str) -> None:
    """Store the words of one essay's chunks, which have none stored."""
    if not chunks:
        return
    config = config_for(language)
    named = [(one.pk, name) for one, own in zip(chunks, words, strict=True) for name in own.names]
    params: dict[str, Any] = {
        "chunks": [chunk.pk for chunk in chunks],
        "words": [" ".join(own.plain) for own in words],
        "counts": [len(own.plain) for own in words],
        "name_chunks": [chunk_id for chunk_id, _ in named],
        "names": [name for _, name in named],
        "config": config,
        "dictionary": stemmer_of(config),
        "exact": EXACT,
        "language": LANGUAGE + language,
        "essay": chunks[0].essay_id,
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN, params)


def words_to_count(title: str, heading_path: Sequence[str], plain: str) -> Words:
    """Title and headings count in every chunk below them like words of its own, the title twice.

    It says what the whole is about; counted once, it is lost among a chunk's two hundred words.
    """
    return words_of("\n".join([title, title, *heading_path, plain]))
