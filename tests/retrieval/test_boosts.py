"""Boosts on scores that fusion really makes."""

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.boosts import BOOST_BAND, NAME_LIFT, TYPE_FACTORS, factor_for, within_band
from retrieval.fusion import WEIGHTS, Fused, Ranking, blend, fuse
from retrieval.types import DocType

PAIRS = list(product(DocType, DocType))


def likely() -> tuple[Fused, ...]:
    """A pool as questions have it: cosines fall slowly, words are few and found early."""
    vector = {at: 0.62 - 0.05 * at**0.5 for at in range(100)}
    keyword = {at: max(0.0, 14 - 2.2 * (at % 50) ** 0.5) for at in range(100)}
    return blend(
        {
            "vector": Ranking(sorted(vector, key=lambda at: -vector[at]), vector, ceiling=1),
            "keyword": Ranking(sorted(keyword, key=lambda at: -keyword[at]), keyword),
        },
        weights=WEIGHTS,
    )


def moved(ranked: tuple[Fused, ...], place: int, factor: float) -> int:
    """By how many places a factor moves what stands at a place (from 1), up if positive."""
    score = ranked[place - 1].score * factor
    others = [one.score for at, one in enumerate(ranked, start=1) if at != place]
    return place - 1 - sum(other > score for other in others)


@given(st.lists(st.floats(0.1, 3), max_size=5))
def test_the_product_of_all_factors_stays_inside_the_band(factors: list[float]) -> None:
    assert BOOST_BAND[0] <= within_band(prod(factors)) <= BOOST_BAND[1]
    assert within_band(1.0) == 1


def test_inside_the_band_factors_multiply() -> None:
    assert within_band(0.9 * 1.1) == pytest.approx(0.99)


@pytest.mark.parametrize(("ahead", "behind"), PAIRS)
def test_no_kind_lifts_one_lanes_first_over_what_both_lanes_agree_on(
    ahead: DocType, behind: DocType
) -> None:
    agreed, alone = fuse({"vector": [1, 2], "keyword": [1]})[:2]

    assert agreed.score * factor_for(ahead) > alone.score * factor_for(behind)


@pytest.mark.parametrize("place", [1, 5, 10])
def test_on_blended_scores_a_factor_moves_about_as_far_as_is_said(place: int) -> None:
    ranked = likely()

    assert -2 <= moved(ranked, place, TYPE_FACTORS[DocType.GLOSSARY]) <= 0
    assert -9 <= moved(ranked, place, TYPE_FACTORS[DocType.PERSONAL_ESSAY]) <= 0
    assert moved(ranked, place, NAME_LIFT) >= place // 2


def test_by_ranks_alone_a_factor_moves_as_far() -> None:
    ranked = fuse({"vector": list(range(1, 61)), "keyword": list(range(1, 61))})

    assert moved(ranked, 10, TYPE_FACTORS[DocType.PERSONAL_ESSAY]) == -4
    assert moved(ranked, 10, NAME_LIFT) == 9


def test_a_kind_that_was_asked_for_is_not_damped() -> None:
    assert factor_for(DocType.PERSONAL_ESSAY) < 1
    assert factor_for(DocType.PERSONAL_ESSAY, asked=DocType.PERSONAL_ESSAY) == 1


def test_a_personal_question_damps_no_personal_essay_and_lifts_none() -> None:
    assert factor_for(DocType.PERSONAL_ESSAY, is_personal=True) == 1
    assert factor_for(DocType.PAGE, is_personal=True) == factor_for(DocType.PAGE)
