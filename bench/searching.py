"""Quality on public collections, and the time of a search over 20,000 chunks."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean, quantiles

import numpy as np

from bench.collections import Collection, ndcg_at_10
from bench.loading import kept_vectors, load, settled, slug_of
from retrieval.embedders.base import Vectors
from retrieval.fusion import Fusion
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.postings import words_to_count, write_postings
from retrieval.recipe import Recipe
from retrieval.search import RECIPE, search

# Each way to ask by its name in the table: the lanes that run, and how they are fused.
WAYS: Mapping[str, tuple[tuple[str, ...] | None, Recipe]] = {
    "vector": (("vector",), RECIPE),
    "keyword": (("keyword",), RECIPE),
    "RRF": (None, replace(RECIPE, fusion=Fusion.RANKS)),
    "fused": (None, RECIPE),
}
CHUNKS = 20_000
QUESTIONS = 200
CHUNKS_PER_COPY = 10


@dataclass(frozen=True, slots=True)
class Quality:
    """nDCG@10 of each lane alone, and of both by ranks and by scores, over so many questions."""

    collection: str
    texts: int
    questions: int
    ndcg: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SearchTimes:
    """Milliseconds; ``shares``: each stage's part of the mean."""

    chunks: int
    questions: int
    p50: float
    p95: float
    shares: Mapping[str, float]


def measure_quality(collection: Collection) -> Quality:
    """Index a collection as essays of its own and ask it all its questions."""
    load(collection)
    prefix = slug_of(collection, "")
    scores: dict[str, list[float]] = {name: [] for name in WAYS}
    with kept_vectors():
        for key, question in collection.questions.items():
            for name, (lanes, recipe) in WAYS.items():
                found = search(question, limit=50, lanes=lanes, recipe=recipe).passages
                order = dict.fromkeys(one.essay.slug.removeprefix(prefix) for one in found)
                scores[name].append(ndcg_at_10(list(order), collection.judged[key]))
    ndcg = {name: mean(values) for name, values in scores.items()}
    return Quality(collection.name, len(collection.texts), len(collection.questions), ndcg)


def measure_searches(questions: Sequence[str]) -> SearchTimes:
    """Each question once, after a few that warm caches and plans; no vector is reused."""
    Essay.objects.update(visibility="public")
    _grow()
    settled()
    # In capitals, which the model reads alike, none is a question whose vector is remembered.
    asked = [question.upper() for question in dict.fromkeys(questions)][: QUESTIONS + 20]
    for question in asked[:20]:
        search(question)
    totals, stages = [], []
    for question in asked[20:]:
        start = time.perf_counter()
        result = search(question)
        totals.append((time.perf_counter() - start) * 1000)
        stages.append(result.timings_ms)
    cuts = quantiles(totals, n=20)
    shares = {name: mean(one[name] for one in stages) / mean(totals) for name in stages[0]}
    count = Chunk.objects.filter(essay__in=Essay.objects.public()).count()
    return SearchTimes(count, len(totals), cuts[9], cuts[18], shares)


def _grow() -> None:
    """Fill up with copies of real chunks, each vector moved towards another real one."""
    random = np.random.default_rng(7)
    rows = list(ChunkVector.objects.select_related("chunk__essay").order_by("chunk_id"))
    vectors = np.array([row.vector for row in rows], dtype=np.float32)
    while (missing := CHUNKS - Chunk.objects.count()) > 0:
        picked = random.choice(len(rows), min(CHUNKS_PER_COPY, missing), replace=False)
        others = vectors[random.choice(len(rows), len(picked))]
        _add_copy([rows[at] for at in picked], vectors[picked] + 0.4 * others)


def _add_copy(rows: Sequence[ChunkVector], vectors: Vectors) -> None:
    number = Chunk.objects.count()
    [essay] = Essay.objects.bulk_create(
        [Essay(slug=f"copy-{number}", title=f"Copy {number}", body="", visibility="public")]
    )
    originals = [row.chunk for row in rows]
    words = [words_to_count(one.essay.title, one.heading_path, one.plain) for one in originals]
    chunks = Chunk.objects.bulk_create(
        Chunk(
            key=f"copy-{number}-{at}",
            essay=essay,
            ordinal=at,
            heading_path=one.heading_path,
            text=one.text,
            plain=one.plain,
            token_count=one.token_count,
            word_count=len(words[at].plain),
        )
        for at, one in enumerate(originals)
    )
    write_postings(chunks, words, language="en")
    ChunkVector.objects.bulk_create(
        ChunkVector(
            chunk=chunk,
            essay=essay,
            fingerprint=row.fingerprint,
            vector=vector / np.linalg.norm(vector),
        )
        for chunk, row, vector in zip(chunks, rows, vectors, strict=True)
    )
