"""Takes snapshots of test collections and keeps them on disk."""

import pickle
from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import numpy as np
from django.db import connection

from bench.collections import Collection
from bench.keeping import KeepingEmbedder, cache_folder
from bench.loading import load, slug_of
from bench.snapshots import Asked, Held, Snapshot
from retrieval import languages, postings, words
from retrieval.embedders.base import Vectors
from retrieval.fingerprints import index_recipe
from retrieval.generations import get_embedder
from retrieval.lanes.keyword import lexemes_of
from retrieval.models import Chunk, ChunkVector, Posting
from retrieval.words import words_of

TITLE_WORDS = """
SELECT chunk.id, lexeme, cardinality(positions)
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id,
  unnest(to_tsvector('english', title)) WHERE visibility = 'public'
"""


def snapshot_of(collection: Collection) -> Snapshot:
    """From disk, unless the collection or the way of indexing changed since."""
    path = cache_folder() / f"{collection.name}-{_stamp(collection)}.pickle"
    if path.exists():
        # Written by ourselves, in a folder of this user.
        kept: Snapshot = pickle.loads(path.read_bytes())  # noqa: S301
        return kept
    load(collection)
    taken = _taken(collection)
    path.write_bytes(pickle.dumps(taken))
    return taken


def _stamp(collection: Collection) -> str:
    sources = "".join(
        Path(module.__file__ or "").read_text() for module in (languages, postings, words)
    )
    shaped_by = (collection, index_recipe(get_embedder().fingerprint), sources)
    return sha256(repr(shaped_by).encode()).hexdigest()[:16]


def _taken(collection: Collection) -> Snapshot:
    chunks = Chunk.objects.filter(essay__visibility="public").order_by("pk")
    rows = list(chunks.values_list("pk", "essay__slug", "word_count"))
    places = {pk: at for at, (pk, *_) in enumerate(rows)}
    texts = {slug_of(collection, key): key for key in collection.texts}
    return Snapshot(
        name=collection.name,
        texts=[texts[slug] for _, slug, _ in rows],
        vectors=_vectors(places),
        lengths=np.array([count for *_, count in rows], dtype=np.float64),
        held=_held(
            Posting.objects.filter(chunk__in=places).values_list("chunk", "lexeme", "frequency"),
            places,
        ),
        titles=_held(_title_words(), places),
        asked=_asked(collection),
    )


def _vectors(places: Mapping[int, int]) -> Vectors:
    stored = dict(ChunkVector.objects.filter(chunk__in=places).values_list("chunk", "vector"))
    return np.array([stored[pk] for pk in places], dtype=np.float32)


def _title_words() -> list[tuple[int, str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(TITLE_WORDS)
        return list(cursor.fetchall())


def _held(rows: Iterable[tuple[int, str, int]], places: Mapping[int, int]) -> Held:
    by_word: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for pk, lexeme, frequency in rows:
        by_word[lexeme].append((places[pk], frequency))
    return {
        lexeme: (np.array([at for at, _ in pairs]), np.array([float(tf) for _, tf in pairs]))
        for lexeme, pairs in by_word.items()
    }


def _asked(collection: Collection) -> list[Asked]:
    embedder = KeepingEmbedder(get_embedder(), cache_folder())
    vectors = embedder.embed(list(collection.questions.values()))
    return [
        Asked(vector, lexemes_of(words_of(question)), collection.judged[key])
        for (key, question), vector in zip(collection.questions.items(), vectors, strict=True)
    ]
