"""Shows a passage once where several essays have it: copies that nobody has joined yet; pure."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from retrieval.likeness import Runs, runs_of_plain, shared
from retrieval.types import Passage

# The passage of a copy differs from its original's by a word or a sentence, not by a fifth.
REPEATED = 0.8
# What is found once is found again: some 5 kB a passage buy back a millisecond of each search.
REMEMBERED = 2000

_runs_of = lru_cache(maxsize=REMEMBERED)(runs_of_plain)


def without_repeats(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Of passages that say the same in different essays the one that was published first.

    It stands where the best of them stood.
    """
    kept: list[tuple[Passage, Runs]] = []
    for passage in passages:
        runs = _runs_of(passage.plain)
        same = next(
            (at for at, (one, own) in enumerate(kept) if _repeats(passage, runs, one, own)), None
        )
        if same is None:
            kept.append((passage, runs))
        elif _day(passage) < _day(kept[same][0]):
            kept[same] = (passage, runs)
    return tuple(passage for passage, _ in kept)


def _repeats(passage: Passage, runs: Runs, kept: Passage, own: Runs) -> bool:
    return passage.essay.slug != kept.essay.slug and shared(runs, own) >= REPEATED


def _day(passage: Passage) -> date:
    """An unknown date comes last."""
    return passage.essay.published or date.max
