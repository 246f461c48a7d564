"""What stands near a passage counts, on vectors made by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.fusion import Fused
from retrieval.smoothing import Placed, Smoothing, smoothed

HOW = Smoothing(best=50, power=8, own=2)
EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]
# At the cosine of 0.9 from the east, which weighs 0.43.
NEARLY_EAST = [0.9, 0.19**0.5]


def pool(*scores: float) -> list[Fused]:
    """Chunks from 1, best first."""
    return [Fused(at, score, {"vector": at}) for at, score in enumerate(scores, start=1)]


def at(vectors: Sequence[Sequence[float]], essays: Sequence[int] | None = None) -> Placed:
    """Chunks from 1, each of an essay of its own unless said otherwise."""
    ids = list(range(1, len(vectors) + 1))
    return Placed(ids, essays or ids, np.array(vectors, dtype=np.float32))


def scores(fused: Sequence[Fused]) -> dict[int, float]:
    return {one.chunk_id: one.score for one in fused}


def test_a_score_is_the_mean_with_what_is_near_by_the_power_of_its_cosine() -> None:
    found = smoothed(pool(0.8, 0.5), at([EAST, NEARLY_EAST]), HOW)

    near = 0.9**8
    assert scores(found) == pytest.approx(
        {1: (2 * 0.8 + near * 0.5) / (2 + near), 2: (2 * 0.5 + near * 0.8) / (2 + near)}
    )


def test_what_stands_among_others_that_fit_comes_before_what_stands_alone() -> None:
    alone, among, beside = pool(0.61, 0.6, 0.7)

    found = smoothed([beside, alone, among], at([NORTH, EAST, NEARLY_EAST]), HOW)

    assert [one.chunk_id for one in found] == [3, 2, 1]


def test_all_others_together_weigh_no_more_than_its_own() -> None:
    found = smoothed(pool(0.8, 0.2, 0.2, 0.2, 0.2), at([EAST] * 5), HOW)

    assert scores(found)[1] == pytest.approx(0.5)


def test_what_is_far_or_points_the_other_way_says_nothing() -> None:
    found = smoothed(pool(0.8, 0.5, 0.1), at([EAST, NORTH, WEST]), HOW)

    assert scores(found) == pytest.approx({1: 0.8, 2: 0.5, 3: 0.1})


def test_the_best_passage_of_a_long_essay_does_not_sink_to_its_average() -> None:
    long_essay = at([EAST, EAST, NEARLY_EAST, WEST], essays=[7, 7, 7, 8])

    found = smoothed(pool(0.8, 0.2, 0.1, 0.75), long_essay, HOW)

    assert scores(found) == pytest.approx({1: 0.8, 2: 0.2, 3: 0.1, 4: 0.75})


def test_what_has_no_vector_keeps_its_score() -> None:
    found = smoothed(pool(0.8, 0.5, 0.3), at([EAST, EAST]), HOW)

    assert scores(found) == pytest.approx({1: 0.7, 2: 0.6, 3: 0.3})


def test_without_any_vector_nothing_changes() -> None:
    before = pool(0.8, 0.5)

    assert smoothed(before, Placed([], [], np.array([], dtype=np.float32)), HOW) == tuple(before)


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(1, 4), st.floats(0, 6.3)), min_size=1, max_size=12
    ),
    st.sampled_from([1.0, 2.0]),
)
def test_means_stay_between_the_scores_that_went_in_whatever_their_order(
    rows: list[tuple[float, int, float]], weight: float
) -> None:
    own, essays, angles = zip(*rows, strict=True)
    places = at([[np.cos(angle), np.sin(angle)] for angle in angles], essays)
    how = Smoothing(best=12, power=8, own=weight)

    found = smoothed(pool(*own), places, how)

    assert sorted(one.chunk_id for one in found) == list(range(1, len(rows) + 1))
    assert all(min(own) <= one.score <= max(own) for one in found)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert smoothed(list(reversed(pool(*own))), places, how) == found
