"""docs/scale.md and its picture, from the figures of one run."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime

import psutil

from bench.scale.generated import WORDS_PER_CHUNK
from bench.scale.lines import lines
from bench.scale.measuring import POOL, QUESTIONS, Figures, Freshness, Recall, Size

STAGES = ("corpus", "vector", "keyword", "fuse", "load")


def page(figures: Figures, more: Size | None, *, minutes: float) -> str:
    sizes = [*figures.sizes, more] if more else figures.sizes
    parts = [_head(minutes), _archive(sizes), _times(figures.sizes), _recalls(sizes)]
    return "\n\n".join([*parts, _freshness(figures.freshness)]) + "\n"


def plot(figures: Figures) -> str:
    series = {
        "whole search": [one.times.p50 for one in figures.sizes],
        "without embedding": [one.times.p50_without for one in figures.sizes],
        "keyword": [one.times.stages["keyword"] for one in figures.sizes],
        "vector": [one.times.stages["vector"] for one in figures.sizes],
    }
    title = "Median milliseconds of a search, by chunks"
    return lines(title, [one.chunks for one in figures.sizes], series)


def _head(minutes: float) -> str:
    memory = psutil.virtual_memory().total // 2**30
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"""# Growth

Written by `make bench-scale`. What it means for one machine and for many is in
[scaling.md](scaling.md). Ratios hold better than milliseconds: they are of this one run.

{datetime.now(UTC).date()}, {psutil.cpu_count()} cores ({platform.machine()}), {memory} GiB, Python
{platform.python_version()}, load at the end {load}, {minutes:.0f} minutes in all.

![Milliseconds of a search by size](scale.svg)"""


def _archive(sizes: Sequence[Size]) -> str:
    rows = "\n".join(
        f"| {one.chunks:,} | {one.local_dimension:.1f} | {_built(one)} |" for one in sizes
    )
    return f"""## The archives

Generated. Words are drawn by the law of Zipf and Mandelbrot from 60,000, without the stop words
that no lane counts; a chunk has {WORDS_PER_CHUNK}. Vectors lie in themes, some written on far more
than others, essays within themes, chunks within essays; their variance falls from direction to
direction. For 20,000 of them the mean closeness of pairs (0.16), of the 1st (0.72), 10th (0.64)
and 100th (0.48) neighbour and the local dimension (16) are near those of 20,614 real abstracts
under the bundled model (0.06, 0.75, 0.57, 0.44 and 18). A question's vector lies as near to the
chunk that it was made from as 0.86. One essay in twenty is a draft; filters are independent of
what a text is about.

| chunks | local dimension at the questions | index of neighbours built in |
| --- | --- | --- |
{rows}"""


def _built(one: Size) -> str:
    return f"{one.built_seconds:.0f} s" if one.built_seconds else "none: compared one by one"


def _times(sizes: Sequence[Size]) -> str:
    rows = "\n".join(
        f"| {one.chunks:,} | {one.times.p50:.1f} | {one.times.p95:.1f} "
        f"| {one.times.p50_without:.1f} | {one.times.p95_without:.1f} | "
        + " | ".join(f"{one.times.stages[name]:.1f}" for name in STAGES)
        + " |"
        for one in sizes
    )
    return f"""## A search, from text to passages

{QUESTIONS} different questions of nine words, one process, milliseconds. The stages are medians.

| chunks | p50 | p95 | p50 without embedding | p95 | {" | ".join(STAGES)} |
| --- | --- | --- | --- | --- | {" | ".join("---" for _ in STAGES)} |
{rows}
{_ratios(sizes)}"""


def _ratios(sizes: Sequence[Size]) -> str:
    if len(sizes) < 2:
        return ""
    before, after = sizes[-2].times, sizes[-1].times
    return f"""
From {sizes[-2].chunks:,} to {sizes[-1].chunks:,} chunks: **{after.p50 / before.p50:.1f} ×**
with the embedding, **{after.p50_without / before.p50_without:.1f} ×** without (p95
{after.p95 / before.p95:.1f} × and {after.p95_without / before.p95_without:.1f} ×)."""


def _recalls(sizes: Sequence[Size]) -> str:
    rows = "\n".join(_recall(size, one) for size in sizes for one in size.recalls)
    return f"""## The vector lane against the exact order

{POOL} chunks are asked for, as a search asks. *By index*: how many questions the index answered;
the others were compared one by one.

| chunks | filter leaves | recall@10 | recall@{POOL} | fewest rows | by index | ms | exact, ms |
| --- | --- | --- | --- | --- | --- | --- | --- |
{rows}"""


def _recall(size: Size, one: Recall) -> str:
    return (
        f"| {size.chunks:,} | {one.scope} | {one.at_10:.3f} | {one.at_pool:.3f} | {one.fewest} "
        f"| {one.by_index:.0%} | {one.ms:.1f} | {one.exact_ms:.1f} |"
    )


def _freshness(one: Freshness) -> str:
    return f"""## An edit in the largest archive

An essay of {one.chunks} chunks is changed in three places, saved, indexed and asked for, over and
over: found after **{one.p50:.2f} s** (p50), **{one.p95:.2f} s** (p95), with at most {one.embedded}
chunks embedded."""
