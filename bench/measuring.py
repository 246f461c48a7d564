"""Runs all measurements in order and sets down what they gave."""

import os
import platform
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import TypeVar

import psutil

from bench import web
from bench.collections import read_collection
from bench.indexing import IndexingFigures, measure_indexing
from bench.searching import WAYS, Quality, SearchTimes, measure_quality, measure_searches
from bench.words import WordTimes, measure_words

SAMPLE = Path("archivebrain/sample/essays")
# The smallest first: what no longer fits into the time of a run is left out, and named.
COLLECTIONS = ("cranfield", "cisi", "scifact", "npl")
QUALITY_SECONDS = 300
Figures = TypeVar("Figures", IndexingFigures, Quality, SearchTimes, WordTimes, list[web.WebFigures])
# Asked of the sample archive where no collections are at hand.
OWN_QUESTIONS = tuple(
    f"What do you think of {subject} {when}?"
    for subject in ("repair", "bread", "night trains", "free buses", "remote work", "lawns",
                    "ferries", "libraries", "notebooks", "deadlines", "e-bikes", "knives")
    for when in ("now", "these days", "in 2018", "in 2019", "in 2020", "in 2021", "in 2022",
                 "in winter", "in the city", "by the harbour", "at work", "at home", "for others",
                 "in practice", "as a promise", "as a habit", "in general", "in the end")
)  # fmt: skip


def measure() -> str:
    """The whole page of figures, as Markdown."""
    start = time.perf_counter()
    data = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", ""), "data")
    is_there = bool(os.environ.get("ARCHIVEBRAIN_TEST_DATA")) and data.is_dir()
    archive = data / "archives" / "brandur" / "articles" if is_there else SAMPLE
    parts = [_indexing(archive.name, _told(measure_indexing(archive), since=start))]
    quality, questions, since = [], [], time.perf_counter()
    for name in COLLECTIONS if is_there else ():
        collection = read_collection(data / "retrieval" / name)
        questions += list(collection.questions.values())
        if time.perf_counter() - since < QUALITY_SECONDS:
            quality.append(_told(measure_quality(collection), since=start))
    if is_there:
        parts += [web.told(_told(web.measure_web(), since=start))]
    parts += [_times(_told(measure_searches(questions or OWN_QUESTIONS), since=start))]
    parts += [_words(_told(measure_words((questions or OWN_QUESTIONS)[:120]), since=start))]
    head = _head(seconds=time.perf_counter() - start)
    return "\n\n".join([head, *parts, _quality(quality)]) + "\n"


def _told(figures: Figures, *, since: float) -> Figures:
    """Say it at once on standard error, so that a run that breaks off has not been in vain."""
    sys.stderr.write(f"{time.perf_counter() - since:5.0f} s  {figures}\n")
    return figures


def _head(*, seconds: float) -> str:
    day = datetime.now(UTC).date()
    memory = psutil.virtual_memory().total // 2**30
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        "# Benchmarks\n\n"
        "Written by `make bench`; every ratio compares two things measured by turns in this "
        "one run.\n\n"
        f"{day}, {psutil.cpu_count()} cores ({platform.machine()}), {memory} GiB, Python "
        f"{platform.python_version()}, load at the end {load}, {seconds / 60:.1f} minutes in all."
    )


def _indexing(archive: str, one: IndexingFigures) -> str:
    again = one.second_import_seconds / one.first_import_seconds
    return f"""## Indexing

Archive: `{archive}`. Ours includes reading, cutting, embedding, words and storing; the bare loop
is `SentenceTransformer.encode` in fp32 over the same {one.chunks} chunks.

| | |
| --- | --- |
| bare encode loop, chunks/s | {one.bare_rate:.1f} |
| ours, chunks/s | {one.our_rate:.1f} |
| **ours / bare** | **{one.our_rate / one.bare_rate:.2f}** |
| **padded tokens / those of all chunks sorted by length** | **{one.padded:.3f}** |
| least cosine to fp32, as embedded | {one.cosine:.6f} |
| least cosine to fp32, as stored (half precision) | {one.stored_cosine:.6f} |
| first import, s | {one.first_import_seconds:.1f} |
| import of the same again, s | {one.second_import_seconds:.2f} |
| **again / first** | **{again:.2%}** |
| chunks embedded again | {one.embedded_again} |"""


def _times(one: SearchTimes) -> str:
    rows = "\n".join(f"| {name} | {share:.0%} |" for name, share in one.shares.items())
    return f"""## Searching {one.chunks:,} chunks

One process, warm, {one.questions} different questions, each asked once (no vector is reused).

p50 **{one.p50:.1f} ms**, p95 **{one.p95:.1f} ms**.

| stage | share |
| --- | --- |
{rows}"""


def _quality(all_of_them: Sequence[Quality]) -> str:
    if not all_of_them:
        return "## Quality\n\nLeft out: ARCHIVEBRAIN_TEST_DATA names no collections."
    rows = "\n".join(
        f"| {one.collection} | {one.texts} | {one.questions} | "
        + " | ".join(f"{one.ndcg[way]:.3f}" for way in WAYS)
        + f" | {one.ndcg['fused'] / one.ndcg['RRF']:.3f} |"
        for one in all_of_them
    )
    fused, ranks = (mean(one.ndcg[way] for one in all_of_them) for way in ("fused", "RRF"))
    left_out = sorted(set(COLLECTIONS) - {one.collection for one in all_of_them})
    return f"""## Quality (nDCG@10)

RRF and fused are the same two lanes, by ranks alone and by their scores; each way with the boosts
of every search, above all for what a question calls by its name. Vectors of texts are kept from
run to run. Left out for want of time:
{", ".join(left_out) or "nothing"}.

| collection | texts | questions | {" | ".join(WAYS)} | fused / RRF |
| --- | --- | --- |{" --- |" * (len(WAYS) + 1)}
{rows}

**fused / RRF, by the means: {fused / ranks:.3f}**"""


def _words(one: WordTimes) -> str:
    return f"""## Words alone, over {one.chunks:,} chunks

The first hundred chunks for {one.questions} questions; `ts_rank_cd` is asked for any of the words,
with a GIN index.

| | |
| --- | --- |
| `ts_rank_cd`, p50 ms | {one.ts_rank_cd:.1f} |
| the keyword lane, p50 ms | {one.ours:.1f} |
| **ours / `ts_rank_cd`** | **{one.ratio:.3f}** |"""
