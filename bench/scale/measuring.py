"""Times, recall and freshness at each size of a growing archive."""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import mean, median, quantiles
from unittest.mock import patch

import numpy as np

from bench.scale.generated import WORDS_PER_QUESTION, local_dimension
from bench.scale.growing import DAYS, FIRST_DAY, Growth
from retrieval import hnsw
from retrieval.embedders.base import Vectors
from retrieval.generations import get_embedder
from retrieval.indexing import index_essays, inline
from retrieval.lanes import Query
from retrieval.lanes.vector import VectorLane
from retrieval.models import Chunk, Essay
from retrieval.search import search
from retrieval.tallies import Corpus, corpus_of
from retrieval.types import DateOrigin, DocType, Scope, Span, Tier

QUESTIONS, WARMING = 100, 10
SEED = 20_261_130
POOL = 100
PUBLISHED, PARTS, CHANGED_PARTS = 12, 20, 3


def _day(share: float) -> Span:
    return Span(FIRST_DAY, FIRST_DAY + timedelta(days=int(DAYS * share)))


# What each filter leaves of the archive.
SCOPES: Mapping[str, Scope] = {
    "none": Scope(),
    "90 %": Scope(span=_day(0.9)),
    "30 %": Scope(span=_day(0.3)),
    "10 %": Scope(span=_day(0.1)),
    "2 %": Scope(doc_type=DocType.NOTE),
    "0.9 %": Scope(span=_day(0.009)),
}


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of whole searches, with the question's embedding and without."""

    p50: float
    p95: float
    p50_without: float
    p95_without: float
    stages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Recall:
    """Against the exact order. ``fewest``: rows that the worst question got, of ``POOL``."""

    scope: str
    at_10: float
    at_pool: float
    fewest: int
    by_index: float
    ms: float
    exact_ms: float


@dataclass(frozen=True, slots=True)
class Freshness:
    """Seconds from the edit to being found; chunks embedded for each edit, at most."""

    p50: float
    p95: float
    embedded: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Size:
    """One size of the archive and all that was measured there.

    ``built_seconds``: for the index of neighbours, 0 without one.
    """

    chunks: int
    built_seconds: float
    local_dimension: float
    times: Times
    recalls: tuple[Recall, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A whole run, from the smallest size to the largest."""

    sizes: tuple[Size, ...]
    freshness: Freshness


def measure(sizes: Sequence[int]) -> Figures:
    embedder = get_embedder()
    embedder.embed(["warm"])
    growth = Growth(embedder.fingerprint, most_essays=max(sizes) // PARTS, seed=SEED)
    measured = []
    for chunks in sizes:
        growth.to(chunks)
        _tell(f"{chunks:,} chunks are there")
        measured.append(_measured(growth))
        _tell(str(measured[-1]))
    fresh = _freshness(growth)
    _tell(str(fresh))
    return Figures(tuple(measured), fresh)


def measure_vectors(chunks: int) -> Size:
    """The vector lane alone: essays without words, because nobody searches them by words."""
    growth = Growth(get_embedder().fingerprint, most_essays=chunks // PARTS, seed=SEED)
    growth.to(chunks, with_words=False)
    seconds, vectors = _built(), growth.questions(QUESTIONS)
    recalls = tuple(_recall(name, vectors) for name in SCOPES)
    times = Times(0, 0, 0, 0, {})
    return Size(Chunk.objects.count(), seconds, _dimension(vectors), times, recalls)


def _built() -> float:
    """Seconds that the index took; none if it was there or is not needed."""
    start = time.perf_counter()
    is_new = bool(hnsw.keep_up(get_embedder()))
    return time.perf_counter() - start if is_new else 0.0


def _measured(growth: Growth) -> Size:
    seconds, vectors = _built(), growth.questions(QUESTIONS)
    recalls = tuple(_recall(name, vectors) for name in SCOPES)
    times = _times(growth)
    return Size(Chunk.objects.count(), seconds, _dimension(vectors), times, recalls)


def _times(growth: Growth) -> Times:
    texts = [growth.words.text(row) for row in growth.words.ranks(QUESTIONS, WORDS_PER_QUESTION)]
    results = []
    for text in [*texts[:WARMING], *(f"And {text}?" for text in texts)]:
        start = time.perf_counter()
        stages = dict(search(text).timings_ms)
        results.append(stages | {"total": (time.perf_counter() - start) * 1000})
    del results[:WARMING]
    totals = [one["total"] for one in results]
    without = [one["total"] - one["embed"] for one in results]
    stages = {name: median(one[name] for one in results) for name in results[0]}
    return Times(*_p50_p95(totals), *_p50_p95(without), stages)


def _recall(name: str, questions: Vectors) -> Recall:
    """Exact and as a search finds, by turns."""
    scope, fingerprint, corpus = SCOPES[name], get_embedder().fingerprint, _corpus()
    found, exact = [], []
    ms: list[float] = []
    exact_ms: list[float] = []
    for vector in questions:
        query = Query("", vector, fingerprint, corpus)
        found.append(_timed(query, scope, ms))
        with patch("retrieval.lanes.vector.neighbours", return_value=None):
            exact.append(_timed(query, scope, exact_ms))
    led = [hnsw.neighbours(one, fingerprint, scope, limit=POOL) for one in questions[:20]]
    return Recall(
        scope=name,
        at_10=mean(_shared(a, b, 10) for a, b in zip(found, exact, strict=True)),
        at_pool=mean(_shared(a, b, POOL) for a, b in zip(found, exact, strict=True)),
        fewest=min(map(len, found)),
        by_index=mean(one is not None for one in led),
        ms=median(ms),
        exact_ms=median(exact_ms),
    )


def _corpus() -> Corpus:
    """Counted by its chunks: where these have no words, the tier's own tally knows of none."""
    public = Chunk.objects.filter(essay__in=Essay.objects.public())
    return replace(corpus_of(Tier.PUBLIC), chunks=public.count())


def _timed(query: Query, scope: Scope, ms: list[float]) -> list[int]:
    start = time.perf_counter()
    found = VectorLane().find(query, scope, limit=POOL)
    ms.append((time.perf_counter() - start) * 1000)
    return [hit.chunk_id for hit in found.hits]


def _shared(found: Sequence[int], exact: Sequence[int], count: int) -> float:
    return len(set(found[:count]) & set(exact[:count])) / max(1, len(exact[:count]))


def _dimension(questions: Vectors) -> float:
    corpus = _corpus()
    scores = [
        [hit.score for hit in VectorLane().find(query, Scope(), limit=POOL).hits]
        for query in (Query("", one, get_embedder().fingerprint, corpus) for one in questions)
    ]
    return local_dimension(np.array(scores, dtype=np.float32))


def _freshness(growth: Growth) -> Freshness:
    """Essays of twenty chunks in the largest archive, each edited in a few places."""
    seconds, embedded, chunks = [], [], []
    for number in range(PUBLISHED):
        parts = [f"{growth.words.text(row)}." for row in growth.words.ranks(PARTS, 35)]
        essay = _published(number, parts)
        mark = f"qx{number}zephyrine"
        for at in range(CHANGED_PARTS):
            parts[at * 5] = f"The {mark} came to the harbour. {parts[at * 5]}"
        start = time.perf_counter()
        with inline():
            essay.body = _body(parts)
            essay.save()
        report = index_essays([essay.pk])
        found = search(f"When did the {mark} come?").passages
        seconds.append(time.perf_counter() - start)
        if essay.slug not in {passage.essay.slug for passage in found}:
            raise SystemExit(f"The edit of {essay.slug} was not found.")
        embedded.append(report.embedded)
        chunks.append(Chunk.objects.filter(essay=essay).count())
    p50, p95 = _p50_p95(seconds)
    return Freshness(p50, p95, max(embedded), min(chunks))


def _published(number: int, parts: Sequence[str]) -> Essay:
    with inline():
        essay = Essay.objects.create(
            slug=f"fresh-{number}",
            title=f"Fresh {number}",
            body=_body(parts),
            visibility="public",
            published_on=FIRST_DAY,
            published_origin=DateOrigin.FRONT_MATTER.value,
        )
    index_essays([essay.pk])
    return essay


def _body(parts: Sequence[str]) -> str:
    return "\n\n".join(f"## Part {at}\n\n{part}" for at, part in enumerate(parts, start=1))


def _p50_p95(values: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[9], cuts[18]


def _tell(what: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')}  {what}\n")
