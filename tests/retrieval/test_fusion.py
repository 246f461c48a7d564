"""Fusion on small lists and on the recorded case."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.fusion import RRF_K, Ranking, blend, fuse

LISTS = st.dictionaries(
    st.sampled_from(["vector", "keyword", "graph"]),
    st.lists(st.integers(1, 30), unique=True, max_size=20),
)


def order(found: dict[str, list[int]]) -> list[int]:
    return [one.chunk_id for one in fuse(found)]


def test_a_chunk_two_lanes_agree_on_beats_one_lanes_favourite() -> None:
    assert order({"vector": [1, 2], "keyword": [3, 2]}) == [2, 1, 3]


def test_two_lanes_agreeing_at_rank_61_still_outrank_one_lanes_first_place() -> None:
    vector = [*range(100, 160), 7]
    keyword = [*range(200, 260), 7]

    by_id = {one.chunk_id: one.score for one in fuse({"vector": vector, "keyword": keyword})}

    assert by_id[7] > by_id[101]
    assert by_id[7] == pytest.approx(2 / (RRF_K + 61))


def test_the_order_of_the_lanes_changes_nothing() -> None:
    lists = {"vector": [5, 1, 9], "keyword": [9, 5, 3], "graph": [3, 1]}
    orders = {
        tuple(order({name: lists[name] for name in names}))
        for names in itertools.permutations(lists)
    }

    assert len(orders) == 1


def test_a_chunk_listed_twice_counts_once_at_its_better_rank() -> None:
    (only,) = fuse({"vector": [4, 4]})

    assert only.ranks == {"vector": 1}
    assert only.score == pytest.approx(1 / 61)


def test_empty_lanes_give_an_empty_order() -> None:
    assert fuse({"vector": [], "keyword": []}) == ()
    assert order({"vector": [], "keyword": [3]}) == [3]


@given(LISTS)
def test_what_any_lane_found_comes_out_once_and_best_first(found: dict[str, list[int]]) -> None:
    fused = fuse(found)

    assert sorted(one.chunk_id for one in fused) == sorted(set().union(*found.values()))
    scores = [one.score for one in fused]
    assert scores == sorted(scores, reverse=True)
    for one in fused:
        assert one.ranks == {
            lane: ids.index(one.chunk_id) + 1 for lane, ids in found.items() if one.chunk_id in ids
        }


@given(LISTS, st.integers(1, 30))
def test_another_lane_that_finds_a_chunk_never_lowers_its_score(
    found: dict[str, list[int]], chunk_id: int
) -> None:
    before = {one.chunk_id: one.score for one in fuse(found)}
    after = {one.chunk_id: one.score for one in fuse({**found, "another": [chunk_id]})}

    assert after[chunk_id] > before.get(chunk_id, 0)
    assert {key: after[key] for key in before if key != chunk_id} == {
        key: score for key, score in before.items() if key != chunk_id
    }


EQUAL = {"vector": 0.5, "keyword": 0.5, "graph": 0.5}
MEASURED = st.dictionaries(st.integers(1, 12), st.floats(0, 30, width=16), min_size=1, max_size=12)


def by_scores(**lanes: dict[int, float]) -> dict[str, Ranking]:
    """Each lane found all that it gives a score."""
    return {
        name: Ranking(sorted(scores, key=lambda pk: (-scores[pk], pk)), scores)
        for name, scores in lanes.items()
    }


def test_each_lane_gives_the_part_of_its_best_score_and_is_weighed() -> None:
    found = by_scores(vector={1: 0.6, 2: 0.45, 3: 0.3}, keyword={1: 0.0, 2: 12.0, 3: 3.0})

    assert {one.chunk_id: one.score for one in blend(found, weights=EQUAL)} == pytest.approx(
        {1: 0.5, 2: 0.375 + 0.5, 3: 0.25 + 0.125}
    )


def test_of_a_measure_with_a_bound_a_chunk_has_the_part_of_that() -> None:
    found = {
        "vector": Ranking([1, 2], {1: 0.5, 2: -0.1}, ceiling=1),
        "keyword": Ranking([2, 1], {1: 3.0, 2: 12.0}),
    }

    assert {one.chunk_id: one.score for one in blend(found, weights=EQUAL)} == pytest.approx(
        {1: 0.25 + 0.125, 2: 0.5}
    )


def test_a_chunk_counts_with_its_score_in_a_lane_that_did_not_find_it() -> None:
    found = {
        "vector": Ranking([1, 2], {1: 0.9, 2: 0.1, 3: 0.8}),
        "keyword": Ranking([3], {1: 0.0, 2: 0.0, 3: 9.0}),
    }

    blended = blend(found, weights=EQUAL)

    assert [one.chunk_id for one in blended] == [3, 1, 2]
    assert blended[0].ranks == {"keyword": 1}


def test_what_else_is_in_the_pool_changes_no_score() -> None:
    few = by_scores(vector={1: 0.6, 2: 0.5}, keyword={1: 5.0, 2: 9.0})
    many = by_scores(
        vector={1: 0.6, 2: 0.5, 3: -0.2, 4: 0.1}, keyword={1: 5.0, 2: 9.0, 3: 1.0, 4: 0.0}
    )

    assert blend(many, weights=EQUAL)[:2] == blend(few, weights=EQUAL)


def test_a_lane_without_scores_gives_its_shares_by_rank() -> None:
    found = {"vector": Ranking([1, 2], {1: 0.9, 2: 0.0, 3: 0.0}), "graph": Ranking([3, 2])}

    assert {one.chunk_id: one.score for one in blend(found, weights=EQUAL)} == pytest.approx(
        {1: 0.5, 3: 0.5, 2: 0.5 * 61 / 62}
    )


def test_where_a_lane_finds_all_alike_the_other_decides() -> None:
    found = by_scores(vector={1: 0.3, 2: 0.4}, keyword={1: 2.0, 2: 2.0})
    nothing = by_scores(vector={1: 0.3, 2: 0.4}, keyword={1: 0.0, 2: 0.0})

    assert [one.chunk_id for one in blend(found, weights=EQUAL)] == [2, 1]
    assert [one.chunk_id for one in blend(nothing, weights=EQUAL)] == [2, 1]


def test_a_chunk_that_a_lane_cannot_measure_gets_nothing_from_it() -> None:
    found = {"vector": Ranking([1], {1: 0.3}), "keyword": Ranking([2, 1], {1: 2.5, 2: 5.0})}

    assert {one.chunk_id: one.score for one in blend(found, weights=EQUAL)} == {1: 0.75, 2: 0.5}


def test_lanes_that_found_nothing_blend_to_nothing() -> None:
    assert blend({"vector": Ranking([], {}), "keyword": Ranking([], {})}, weights=EQUAL) == ()


@given(MEASURED, MEASURED)
def test_what_is_blended_lies_between_0_and_1_best_first_whatever_the_lanes_order(
    vector: dict[int, float], keyword: dict[int, float]
) -> None:
    found = by_scores(vector=vector, keyword=keyword)

    blended = blend(found, weights=EQUAL)

    assert {one.chunk_id for one in blended} == {*vector, *keyword}
    assert all(0 <= one.score <= 1 for one in blended)
    assert [one.score for one in blended] == sorted((one.score for one in blended), reverse=True)
    assert blend(dict(reversed(found.items())), weights=EQUAL) == blended


@given(MEASURED, st.sampled_from([0.25, 1.0, 4.0]))
def test_one_lanes_own_order_stays_whatever_it_counts_in(
    scores: dict[int, float], unit: float
) -> None:
    found = by_scores(vector={pk: score * unit for pk, score in scores.items()})

    assert [one.chunk_id for one in blend(found, weights=EQUAL)] == list(found["vector"].ids)
