"""Tries ways of fusing the two lanes on public collections and prints one table.

    ARCHIVEBRAIN_TEST_DATA=... python -m bench.experiments [COLLECTION ...]

A way must be chosen on some collections and read on others, so the table also says which one
does best on each half of them, and on all but one, and what that one gives on the rest.
"""

import itertools
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import mean

import numpy as np

from bench.brain import own_brain
from bench.collections import ndcg_at_10, read_collection
from bench.ranking import (
    ByScores,
    Fuse,
    Smooth,
    above,
    as_it_is,
    between_worst_and_best,
    by_all_near,
    by_meaning,
    by_ranks,
    by_the_nearest,
    by_words,
    first,
    part_of_best,
    standard,
    texts_in_order,
    within_three_deviations,
)
from bench.snapshots import Asked, Scores, Snapshot

COLLECTIONS = ("cisi", "cranfield", "npl", "scifact")
BASE = "RRF, k 60"
DRAWS = 10_000
# The nDCG@10 of every question, by way and collection.
Figures = Mapping[str, Mapping[str, Scores]]

WORDS: Mapping[str, Mapping[str, float]] = {
    "k1 1.5": {"k1": 1.5},
    "k1 0.9, b 0.4": {"k1": 0.9, "b": 0.4},
    "title thrice": {"titles": 1},
    "title once": {"titles": -1},
}
SMOOTHS: Mapping[str, Smooth] = {
    **{
        f"best {best}, power {power}, own {own}": by_all_near(best=best, power=power, own=own)
        for best in (30, 50, 80)
        for power, own in ((4, 4), (6, 2), (6, 3), (8, 1), (8, 2), (12, 1))
    },
    "all": by_all_near(),
    "best 50, its own text too": by_all_near(best=50, other_texts=False),
}
WAYS: Mapping[str, Fuse] = {
    BASE: by_ranks(),
    "RRF, k 10": by_ranks(k=10),
    "RRF, k 100": by_ranks(k=100),
    "RRF, vector 0.7 keyword 1": by_ranks(vector=0.7),
    "RRF, vector 1 keyword 0.7": by_ranks(keyword=0.7),
    "RRF, pool 50": by_ranks(pool=50),
    **{
        f"min-max, vector {alpha}": ByScores(between_worst_and_best, vector=alpha)
        for alpha in (0.3, 0.4, 0.5, 0.6, 0.7)
    },
    "min-max, vector 0.5, pool 50": ByScores(between_worst_and_best, pool=50),
    "min-max, vector 0.5, pool 200": ByScores(between_worst_and_best, pool=200),
    "min-max, vector 0.5, absent 0": ByScores(between_worst_and_best, is_absence_nothing=True),
    **{
        f"theoretical min-max, vector {alpha}": ByScores(
            above(-1), words_stretch=above(0), vector=alpha
        )
        for alpha in (0.7, 0.8, 0.9)
    },
    **{f"z-score, vector {alpha}": ByScores(standard, vector=alpha) for alpha in (0.4, 0.5, 0.6)},
    "DBSF": ByScores(within_three_deviations),
    **{
        f"part of best, vector {alpha}": ByScores(part_of_best, vector=alpha)
        for alpha in (0.5, 0.6, 0.7)
    },
    **{
        f"cosine, vector {alpha}": ByScores(as_it_is, words_stretch=part_of_best, vector=alpha)
        for alpha in (0.65, 0.7, 0.75)
    },
    **{
        f"part of best, vector 0.6, {part} of the nearest": ByScores(
            part_of_best, vector=0.6, smooth=by_the_nearest(part)
        )
        for part in (0.15, 0.3)
    },
    **{
        f"cosine, vector 0.7, smoothed: {name}": ByScores(
            as_it_is, words_stretch=part_of_best, vector=0.7, smooth=smooth
        )
        for name, smooth in SMOOTHS.items()
    },
}


def main() -> None:
    data = Path(os.environ["ARCHIVEBRAIN_TEST_DATA"], "data", "retrieval")
    with own_brain():
        # Only now, because models can be imported only after the settings are read.
        snapshot_of = import_module("bench.taking").snapshot_of
        names = sys.argv[1:] or COLLECTIONS
        snapshots = [snapshot_of(read_collection(data / name)) for name in names]
    figures = measured(snapshots)
    sys.stdout.write("\n".join([*table(figures), "", *chosen_apart(figures)]) + "\n")


def measured(snapshots: Sequence[Snapshot]) -> Figures:
    figures: dict[str, dict[str, Scores]] = {}
    for snapshot in snapshots:
        scores: dict[str, list[float]] = {}
        for asked in snapshot.asked:
            for way, order in orders(snapshot, asked):
                scores.setdefault(way, []).append(ndcg_at_10(order, asked.grades))
        for way, values in scores.items():
            figures.setdefault(way, {})[snapshot.name] = np.array(values)
    return figures


def orders(snapshot: Snapshot, asked: Asked) -> Iterator[tuple[str, list[str]]]:
    """Every way by its name, and the texts in its order."""
    meaning, words = by_meaning(snapshot, asked), by_words(snapshot, asked)
    yield "vector", texts_in_order(snapshot, first(meaning, 100))
    yield "keyword", texts_in_order(snapshot, first(words, 100))
    for way, fuse in WAYS.items():
        yield way, texts_in_order(snapshot, fuse(snapshot, meaning, words))
    for name, knobs in WORDS.items():
        other = by_words(snapshot, asked, **knobs)
        yield f"keyword, {name}", texts_in_order(snapshot, first(other, 100))
        fuse = ByScores(between_worst_and_best)
        yield (
            f"min-max, vector 0.5, {name}",
            texts_in_order(snapshot, fuse(snapshot, meaning, other)),
        )


def table(figures: Figures) -> list[str]:
    names = list(figures[BASE])
    lines = [
        f"| nDCG@10 | {' | '.join(names)} | mean | ÷ {BASE} | difference, 95 % |",
        "| --- |" + " --- |" * (len(names) + 3),
    ]
    for way, own in figures.items():
        values = [own[name].mean() for name in names]
        low, high = interval(own, figures[BASE])
        ratio = mean(values) / _mean(figures, BASE, names)
        cells = [f"{value:.4f}" for value in [*values, mean(values)]]
        lines.append(f"| {way} | {' | '.join(cells)} | {ratio:.3f} | {low:+.4f} to {high:+.4f} |")
    return lines


def interval(one: Mapping[str, Scores], other: Mapping[str, Scores]) -> tuple[float, float]:
    """Of the difference of means over collections, by drawing questions anew in pairs."""
    random = np.random.default_rng(1)
    drawn = np.zeros(DRAWS)
    for name, scores in one.items():
        differences = scores - other[name]
        picked = random.integers(len(differences), size=(DRAWS, len(differences)))
        drawn += differences[picked].mean(axis=1) / len(one)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def chosen_apart(figures: Figures) -> Iterator[str]:
    names = list(figures[BASE])
    for count in sorted({len(names) // 2, len(names) - 1} - {0}):
        for half in itertools.combinations(names, count):
            others = [name for name in names if name not in half]
            best = max(figures, key=lambda way: _mean(figures, way, half))
            ratio = _mean(figures, best, others) / _mean(figures, BASE, others)
            yield f"Best on {', '.join(half)}: {best}. On the others {ratio:.3f} × {BASE}."


def _mean(figures: Figures, way: str, names: Sequence[str]) -> float:
    return mean(float(figures[way][name].mean()) for name in names)


if __name__ == "__main__":
    main()
