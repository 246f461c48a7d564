"""The table of what each chunk needs."""

import pytest

from retrieval.plans import Plan, Stored, plan_for

A, B, C = (Stored(at, name, has_vector=True) for at, name in enumerate("abc", start=1))
BARE = Stored(9, "a", has_vector=False)


@pytest.mark.parametrize(
    ("stored", "wanted", "plan"),
    [
        ([], "", Plan((), (), (), ())),
        ([], "ab", Plan((), (0, 1), (0, 1), ())),
        ([A, B], "ab", Plan(((1, 0), (2, 1)), (), (), ())),
        ([A, B], "", Plan((), (), (), (1, 2))),
        ([A, B, C], "cab", Plan(((3, 0), (1, 1), (2, 2)), (), (), ())),
        ([A, B], "aXb", Plan(((1, 0), (2, 2)), (1,), (1,), ())),
        ([A, B], "aX", Plan(((1, 0),), (1,), (1,), (2,))),
        ([A], "aa", Plan(((1, 0),), (1,), (1,), ())),
        ([A, Stored(7, "a", has_vector=True)], "a", Plan(((1, 0),), (), (), (7,))),
        ([BARE], "a", Plan(((9, 0),), (), (0,), ())),
    ],
    ids=[
        "nothing", "new", "unchanged", "emptied", "moved", "inserted", "replaced",
        "a second copy", "one copy fewer", "kept but without a vector",
    ],
)  # fmt: skip
def test_a_plan_says_what_each_chunk_needs(stored: list[Stored], wanted: str, plan: Plan) -> None:
    assert plan_for(stored, list(wanted)) == plan


def test_afresh_keeps_nothing() -> None:
    assert plan_for([A, B], ["a", "b"], afresh=True) == Plan((), (0, 1), (0, 1), (1, 2))
