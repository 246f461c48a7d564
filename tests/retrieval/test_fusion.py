"""Fusion on small lists and on the recorded case."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.fusion import RRF_K, fuse

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


@pytest.mark.data
def test_ranks_start_at_one_and_absence_scores_nothing(test_data: Path) -> None:
    folder = test_data / "bugcases" / "RR-01"
    given = json.loads((folder / "lists.json").read_text())
    expect = json.loads((folder / "expected.json").read_text())["expect"]
    ids = {name: at for at, name in enumerate("pqrst", start=1)}
    lists = {lane: [ids[name] for name in names] for lane, names in given["lists"].items()}

    scores = {one.chunk_id: round(one.score, 6) for one in fuse(lists, k=given["k"])}

    assert scores == {ids[name]: score for name, score in expect["scores"].items()}
    assert order(lists)[0] == ids["r"]
    assert set(order(lists)[1:3]) == {ids["p"], ids["s"]}
