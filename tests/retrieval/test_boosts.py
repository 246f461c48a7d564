"""Boosts on scores that fusion really makes."""

from itertools import product

import pytest

from retrieval.boosts import BOOST_BAND, boost_for
from retrieval.fusion import fuse
from retrieval.types import DocType

PAIRS = list(product(DocType, DocType))


@pytest.mark.parametrize("doc_type", DocType)
def test_every_factor_stays_inside_the_band(doc_type: DocType) -> None:
    assert BOOST_BAND[0] <= boost_for(doc_type) <= BOOST_BAND[1]


@pytest.mark.parametrize(("ahead", "behind"), PAIRS)
def test_no_kind_lifts_one_lanes_first_over_what_both_lanes_agree_on(
    ahead: DocType, behind: DocType
) -> None:
    agreed, alone = fuse({"vector": [1, 2], "keyword": [1]})[:2]

    assert agreed.score * boost_for(ahead) > alone.score * boost_for(behind)


@pytest.mark.parametrize(("ahead", "behind"), PAIRS)
def test_no_kind_moves_a_chunk_by_more_than_six_ranks_of_one_lane(
    ahead: DocType, behind: DocType
) -> None:
    ranked = fuse({"vector": list(range(1, 21))})

    assert ranked[0].score * boost_for(ahead) > ranked[6].score * boost_for(behind)


def test_a_kind_that_was_asked_for_is_not_damped() -> None:
    assert boost_for(DocType.PERSONAL_ESSAY) < 1
    assert boost_for(DocType.PERSONAL_ESSAY, asked=DocType.PERSONAL_ESSAY) == 1
