"""Both readings of a quotation can be put together again from its differences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.differing import Stretch, Whose, differences

BOTH, QUOTED, WRITTEN = Whose.BOTH, Whose.QUOTED, Whose.WRITTEN


@pytest.mark.parametrize(
    ("quoted", "written", "stretches"),
    [
        ("a b c", "a b c", [(BOTH, "a b c")]),
        (
            "We sold it.",
            "We never sold it.",
            [(BOTH, "We"), (WRITTEN, "never"), (BOTH, "sold it")],
        ),
        ("now or never", "now", [(BOTH, "now"), (QUOTED, "or never")]),
        ("one reviewer", "two reviewers", [(QUOTED, "one reviewer"), (WRITTEN, "two reviewers")]),
        ("“it's “so” again.”", "it’s “so” again", [(BOTH, "it’s “so” again")]),
        ("the Mill", "the mill", [(BOTH, "the"), (QUOTED, "Mill"), (WRITTEN, "mill")]),
    ],
)
def test_words_are_told_apart_and_typography_is_not(
    quoted: str, written: str, stretches: list[tuple[Whose, str]]
) -> None:
    assert differences(quoted, written) == tuple(Stretch(*one) for one in stretches)


WORDS = st.lists(st.sampled_from(["a", "b", "not", "wheel", "Wheel", "1,250"]), max_size=12)


@given(quoted=WORDS, written=WORDS)
def test_neither_reading_loses_a_word(quoted: list[str], written: list[str]) -> None:
    found = differences(" ".join(quoted), " ".join(written))

    for without, words in ((WRITTEN, quoted), (QUOTED, written)):
        kept = [one.words for one in found if one.whose is not without]
        assert " ".join(kept).split() == words
