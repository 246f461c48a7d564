"""Asks the database and the embedder what a draft needs to know, in one go each."""

import math
from collections.abc import Sequence
from dataclasses import replace

from django.db import connection

from archivebrain.providers.extractive.readings import Candidate, Reading, SourceWords, Term
from archivebrain.providers.types import Brief, Source
from archivebrain.wording.standing import leans_back, points_elsewhere
from archivebrain.wording.words import Word, content_words, keys_of, names_in
from retrieval.embedders.base import EmbedderUnavailable
from retrieval.embedders.remembering import RememberedVectors
from retrieval.generations import get_embedder
from retrieval.lanes.keyword import document_frequencies, public_chunk_count

# An embedder's vocabulary holds common words whole and rare ones in pieces: a product's name
# in lower case (pgvector: 3), but a long ordinary word too (asynchronous: 5).
RARE_PIECES = 3
# Common acronyms (AI, TV) are whole pieces too: ordinary words, written in capitals.
ORDINARY_PIECES = 1

# Readers ask of the same passages again and again. A question reads about 400 texts, each
# sentence alone and in its place; 16,384 of them take some 30 MB.
_sentence_vectors = RememberedVectors(room=16_384)


def measure(brief: Brief, parts: Sequence[str]) -> Reading:
    """Read the brief's sources against each part of its question."""
    asked = [_asked_words(part, author=brief.author) for part in parts]
    frequencies = document_frequencies(sorted({word.key for words in asked for word in words}))
    pieces = _pieces([word.key for words in asked for word in words])
    stems = _Stems(
        [*frequencies] + [key for source in brief.sources for key in keys_of(_everything(source))]
    )
    return Reading(
        parts=tuple(parts),
        terms=tuple(
            _terms(part, words, stems=stems, frequencies=frequencies, pieces=pieces)
            for part, words in zip(parts, asked, strict=True)
        ),
        sources=tuple(_source_words(source, stems) for source in brief.sources),
        candidates=_candidates(brief.sources, parts, stems),
    )


def _asked_words(part: str, *, author: str) -> tuple[Word, ...]:
    """The author's own name says nothing of what was asked."""
    of_author = set(keys_of(author))
    return tuple(word for word in content_words(part) if word.key not in of_author)


def _terms(
    part: str,
    words: Sequence[Word],
    *,
    stems: "_Stems",
    frequencies: dict[str, int],
    pieces: dict[str, int],
) -> tuple[Term, ...]:
    total = public_chunk_count()
    vital = _vital(part, frequencies=frequencies, pieces=pieces)
    return tuple(
        Term(
            word=word,
            stems=stems.of([word.key]),
            weight=math.log(1 + (1 + total) / (1 + frequencies[word.key])),
            is_vital=word.key in vital,
            is_rare=not frequencies[word.key] and pieces.get(word.key, 0) >= RARE_PIECES,
        )
        for word in words
    )


def _vital(part: str, *, frequencies: dict[str, int], pieces: dict[str, int]) -> set[str]:
    """Of each name its rarest word."""
    named = [
        [word for word in name if word.key in frequencies and not _is_acronym(word, pieces)]
        for name in names_in(part)
    ]
    return {min(name, key=lambda word: frequencies[word.key]).key for name in named if name}


def _is_acronym(word: Word, pieces: dict[str, int]) -> bool:
    return word.text.isupper() and pieces.get(word.key, 0) == ORDINARY_PIECES


def _pieces(keys: Sequence[str]) -> dict[str, int]:
    """Into how many pieces the embedder's vocabulary breaks each word; empty without one."""
    unique = list(dict.fromkeys(keys))
    try:
        counts = get_embedder().count_tokens(["", *unique])
    except EmbedderUnavailable:
        return {}
    return {key: count - counts[0] for key, count in zip(unique, counts[1:], strict=True)}


def _source_words(source: Source, stems: "_Stems") -> SourceWords:
    keys = keys_of(_everything(source))
    return SourceWords(number=source.number, keys=frozenset(keys), stems=stems.of(keys))


def _everything(source: Source) -> str:
    passage = source.passage
    return "\n".join((passage.essay.title, *passage.heading_path, passage.plain))


def _candidates(
    sources: Sequence[Source], parts: Sequence[str], stems: "_Stems"
) -> tuple[Candidate, ...]:
    quotable = [(source, place) for source in sources for place in range(len(source.sentences))]
    alone = [source.sentences[place] for source, place in quotable]
    placed = [_in_place(source, source.sentences[place]) for source, place in quotable]
    cosines = _closeness(parts, [*alone, *placed])
    titles = {source.passage.essay.title for source in sources}
    return tuple(
        replace(
            _candidate(source, place, stems=stems, titles=titles),
            closeness=close,
            in_place=close_in_place,
        )
        for (source, place), close, close_in_place in zip(
            quotable, cosines[: len(alone)], cosines[len(alone) :], strict=True
        )
    )


def _candidate(source: Source, place: int, *, stems: "_Stems", titles: set[str]) -> Candidate:
    sentence = source.sentences[place]
    essay = source.passage.essay
    leans = leans_back(sentence)
    return Candidate(
        source=source.number,
        place=place,
        sentence=sentence,
        slug=essay.slug,
        published=source.passage.published,
        stems=stems.of(keys_of(sentence)),
        leans=leans,
        lead=_lead(source, place) if leans else "",
        points=points_elsewhere(sentence, titles - {essay.title}),
    )


def _lead(source: Source, place: int) -> str:
    """The sentence right before, if it stands by itself and the two stand in one paragraph."""
    if not place:
        return ""
    before, sentence = source.sentences[place - 1 : place + 1]
    together = f"{before} {sentence}" in source.passage.plain
    return before if together and not leans_back(before) else ""


def _in_place(source: Source, sentence: str) -> str:
    return f"{source.passage.essay.title}. {source.passage.heading} {sentence}"


def _closeness(parts: Sequence[str], texts: Sequence[str]) -> list[tuple[float, ...]]:
    """The cosine of each text to each part; nothing while the embedder is down."""
    if not texts:
        return []
    try:
        embedder = get_embedder()
        # A reader's words are kept by nobody, so they are embedded anew each time.
        asked = embedder.embed(parts)
        vectors = _sentence_vectors.embed(embedder, texts)
    except EmbedderUnavailable:
        return [()] * len(texts)
    cosines = vectors @ asked.T
    return [tuple(map(float, row)) for row in cosines]


class _Stems:
    """The stems of words, read from PostgreSQL's own stemmer in one query."""

    def __init__(self, keys: Sequence[str]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT word, coalesce((ts_lexize('english_stem', word))[1], word)"
                " FROM unnest(%s::text[]) AS word",
                [sorted(set(keys))],
            )
            self._stems: dict[str, str] = dict(cursor.fetchall())

    def of(self, keys: Sequence[str]) -> frozenset[str]:
        return frozenset(self._stems.get(key, key) for key in keys)
