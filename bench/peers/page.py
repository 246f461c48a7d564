"""docs/peers.md: the figures of one run, as a table and two pictures."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, quantiles

import psutil

from bench.collections import Collection
from bench.peers.bars import bars
from bench.peers.registry import BARE, OURS
from bench.peers.running import THREADS, Figures

DOCS = Path("docs")
COLUMNS = (
    *("mean", "p50 ms", "p95 ms", "p50 / model alone", f"searches/s, {THREADS} threads"),
    *("indexing beside the model, s", "memory, MB", "packages", "on disk, MB"),
)


def write(figures: Sequence[Figures], collections: Sequence[Collection], *, minutes: float) -> None:
    whole = [one for one in figures if not one.fault or one.questions_a_second or one.ndcg]
    parts = [_head(collections, minutes=minutes), _table(whole, collections), _notes(figures)]
    (DOCS / "peers.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    searches = [one for one in whole if one.stack.is_a_search]
    quality = {one.stack.name: quality_of(one) for one in searches}
    speed = {one.stack.name: quantiles(one.ms, n=20)[9] for one in searches}
    marked = OURS.name
    _draw("peers-quality.svg", bars("nDCG@10, more is better", quality, marked=marked, digits=3))
    _draw("peers-speed.svg", bars("p50 in ms, less is better", speed, marked=marked, digits=1))


def quality_of(one: Figures) -> float:
    """The mean of the collections' means, so that no large one decides."""
    return mean(mean(values) for values in one.ndcg.values())


def _draw(name: str, picture: str) -> None:
    (DOCS / name).write_text(picture, encoding="utf-8")


def _head(collections: Sequence[Collection], *, minutes: float) -> str:
    told = ", ".join(
        f"{one.name} ({len(one.texts):,} texts, {len(one.questions)} questions)"
        for one in collections
    )
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"""# Beside other stacks

Written by `make bench-peers`. Every stack has the same texts and questions, the same
all-MiniLM-L6-v2 weights, and as its PostgreSQL the one that our wheel brings. Each is a process
of its own with one thread for a product, and is used as its documentation recommends: the scripts
stand in [`bench/peers/stacks/`](../bench/peers/stacks/), the versions in
[`bench/peers/requirements/`](../bench/peers/requirements/). A question is put to all of them by
turns, so that a busy machine slows all alike: believe the ratios.

{datetime.now(UTC).date()}, {psutil.cpu_count()} cores ({platform.machine()}), Python
{platform.python_version()}, load at the end {load}, {minutes:.0f} minutes. Collections: {told}.

![nDCG@10 of each stack](peers-quality.svg)

![Milliseconds of a search by each stack](peers-speed.svg)"""


def _table(whole: Sequence[Figures], collections: Sequence[Collection]) -> str:
    bare = next(quantiles(one.ms, n=20)[9] for one in whole if one.stack is BARE)
    names = [f"nDCG@10 {one.name}" for one in collections]
    heads = ["stack", *names, *COLUMNS]
    rows = [_row(one, collections, bare=bare) for one in whole]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows))


def _row(one: Figures, collections: Sequence[Collection], *, bare: float) -> list[str]:
    cuts = quantiles(one.ms, n=20)
    is_search = one.stack.is_a_search
    means = [f"{mean(one.ndcg[each.name]):.3f}" if is_search else "" for each in collections]
    return [
        f"**{one.stack.name}**" if one.stack is OURS else one.stack.name,
        *means,
        f"{quality_of(one):.3f}" if is_search else "",
        *(f"{cuts[9]:.1f}", f"{cuts[18]:.1f}", f"{cuts[9] / bare:.2f}"),
        f"{one.questions_a_second:.0f}" if one.questions_a_second else "fails",
        *(f"{one.index_seconds:.1f}" if is_search else "", f"{one.rss_mb:.0f}"),
        *((str(one.weight.packages), str(one.weight.megabytes)) if one.weight else ("", "")),
    ]


def _notes(figures: Sequence[Figures]) -> str:
    faults = "\n".join(f"- {one.stack.name}: {one.fault}" for one in figures if one.fault)
    failed = f"\n\n## What failed\n\n{faults}" if faults else ""
    return f"""Memory is the most that the process held, its model included; the database is counted
nowhere. The vectors of texts are made once by the model alone and lent to all, those of questions
by each stack itself. Packages and megabytes are what a stack adds to Python, torch and
sentence-transformers. A stack that fuses two lists takes 20 from each.
archivebrain keeps each text as an essay, in a transaction of its own; by torch it finds them there
already, so only the first of its two rows says what indexing takes.{failed}"""
