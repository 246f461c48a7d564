"""Finds which words of passages a query asked for, as the keyword lane reads both."""

from collections.abc import Iterable, Mapping

from django.db import connection

from retrieval.lanes.keyword import lexemes_of
from retrieval.words import EXACT, Words, config_for, places, stemmer_of, words_of

# A stemmer alone: for words that stand alone already, the parser would take ten times as long.
STEMMED = """
SELECT word, min(stem)
FROM unnest(%s::text[]) AS word, unnest(ts_lexize(%s::regdictionary, word)) AS stem
WHERE stem = ANY(%s) GROUP BY word
"""


def asked_words(query: str, texts: Iterable[str], *, language: str) -> dict[str, str]:
    """What stands in texts of one language that the query asked for, with what both mean.

    Keys are as the texts write them, values the lexeme in which text and query meet.
    """
    asked = lexemes_of(words_of(query))
    # One letter alone is the rest of a joined word (e-bike), and marks half of every page.
    written = {text[start:end] for text in texts for start, end in places(text) if end - start > 1}
    read = {one: _read(one) for one in written}
    plain = {word for words in read.values() for word in words.plain}
    stemmed = _stemmed(plain, asked, language) if asked and plain else {}
    met = {one: _met(words, stemmed, asked) for one, words in read.items()}
    return {one: lexeme for one, lexeme in met.items() if lexeme}


def _read(written: str) -> Words:
    """Most are plain words, which need not be taken apart."""
    is_plain = written.isascii() and written.isalpha()
    return Words((written.lower(),), ()) if is_plain else words_of(written)


def _stemmed(words: Iterable[str], asked: Iterable[str], language: str) -> dict[str, str]:
    stemmer = stemmer_of(config_for(language))
    with connection.cursor() as cursor:
        cursor.execute(STEMMED, [sorted(words), stemmer, list(asked)])
        return dict(cursor.fetchall())


def _met(words: Words, stemmed: Mapping[str, str], asked: Mapping[str, float]) -> str:
    """The first lexeme in which a written word and the query meet; empty if there is none."""
    exact = (EXACT + word for word in (*words.names, *words.plain))
    meetings = (*(one for one in exact if one in asked), *map(stemmed.get, words.plain))
    return next((one for one in meetings if one), "")
