"""Indexing against a bare encode loop over the same chunks, by turns in the same run."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from django.db.models import Count
from django.utils import timezone
from sentence_transformers import SentenceTransformer

from retrieval.chunking import chunk
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.embedders.dealing import in_batches
from retrieval.embedders.exported import ExportedModel
from retrieval.embedders.folders import folder_of
from retrieval.generations import get_embedder
from retrieval.indexing import index_essays
from retrieval.models import Essay

# Enough chunks for a steady rate, by turns so that a busy machine slows both alike.
CHUNKS, TURNS = 600, 4


@dataclass(frozen=True, slots=True)
class IndexingFigures:
    """Rates in chunks per second; ``cosine`` is the least over all chunks measured.

    ``padded``: tokens computed by ours, by those of all chunks sorted by their length.
    """

    chunks: int
    bare_rate: float
    our_rate: float
    padded: float
    cosine: float
    stored_cosine: float
    first_import_seconds: float
    second_import_seconds: float
    embedded_again: int


def measure_indexing(archive: Path) -> IndexingFigures:
    first, _ = _timed_import(archive)
    second, again = _timed_import(archive)
    bare = SentenceTransformer(str(folder_of("all-MiniLM-L6-v2")), device="cpu")
    bare_seconds = our_seconds = 0.0
    vectors, texts, computed, optimum = [], [], 0, 0
    for ids in _groups():
        own = _embedded_texts(ids)
        # As the library comes: our embedder has set one thread for each of its own.
        torch.set_num_threads(os.cpu_count() or 1)
        start = time.perf_counter()
        vectors.append(bare.encode(own, show_progress_bar=False))
        turn = time.perf_counter()
        torch.set_num_threads(1)
        with counted_tokens() as batches:
            index_essays(ids, afresh=True)
        our_seconds += time.perf_counter() - turn
        bare_seconds += turn - start
        computed, optimum = computed + sum(batches), optimum + _sorted_tokens(own)
        texts += own
    cosine, stored = _least_cosines(texts, np.concatenate(vectors))
    return IndexingFigures(
        chunks=len(texts),
        bare_rate=len(texts) / bare_seconds,
        our_rate=len(texts) / our_seconds,
        padded=computed / optimum,
        cosine=cosine,
        stored_cosine=stored,
        first_import_seconds=first,
        second_import_seconds=second,
        embedded_again=again,
    )


def _timed_import(archive: Path) -> tuple[float, int]:
    start = time.perf_counter()
    options = ImportOptions(now=timezone.now())
    report = import_sources([str(archive)], options=options, progress=lambda *_: None)
    return time.perf_counter() - start, report.index.embedded


def _groups() -> list[list[int]]:
    """Essays with about so many chunks in all, in as many groups as there are turns."""
    ids: list[int] = []
    count = 0
    counted = Essay.objects.annotate(count=Count("chunks")).order_by("pk")
    for pk, chunks in counted.values_list("pk", "count"):
        if count < CHUNKS:
            ids.append(pk)
            count += chunks
    return [ids[turn::TURNS] for turn in range(TURNS)]


def _embedded_texts(ids: Sequence[int]) -> list[str]:
    embedder = get_embedder()
    return [
        piece.embedded
        for essay in Essay.objects.filter(pk__in=ids)
        for piece in chunk(
            essay.body,
            title=essay.title,
            count_tokens=embedder.count_tokens,
            window_tokens=embedder.window_tokens,
        )
    ]


@contextmanager
def counted_tokens() -> Iterator[list[int]]:
    """The tokens of each batch that either backend computes meanwhile, padding included."""
    batches: list[int] = []
    forward, run = SentenceTransformer.forward, ExportedModel._run

    def by_torch(self: Any, features: Any, **kwargs: Any) -> Any:
        batches.append(features["input_ids"].numel())
        return forward(self, features, **kwargs)

    def by_onnx(self: Any, batch: Any) -> Any:
        batches.append(len(batch) * max(map(len, batch)))
        return run(self, batch)

    with (
        patch.object(SentenceTransformer, "forward", by_torch),
        patch.object(ExportedModel, "_run", by_onnx),
    ):
        yield batches


def _sorted_tokens(texts: Sequence[str]) -> int:
    lengths = get_embedder().count_tokens(texts)
    return sum(len(batch) * lengths[batch[0]] for batch in in_batches(lengths))


def _least_cosines(texts: Sequence[str], exact: np.ndarray) -> tuple[float, float]:
    """Of our vectors to fp32, as embedded and as stored in half precision."""
    ours = get_embedder().embed(texts)
    halves = ours.astype(np.float16).astype(np.float32)
    halves /= np.linalg.norm(halves, axis=1, keepdims=True)
    return float((ours * exact).sum(axis=1).min()), float((halves * exact).sum(axis=1).min())
