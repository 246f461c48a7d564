"""Texts with much in common are told from those that share a phrase."""

import pytest

from retrieval.likeness import runs_of, shared

CLOCK = (
    "Most towns keep their oldest clock where no one can read it. Ours hangs above the grain "
    "store, facing the river, and for forty years it has been seven minutes late. I have come "
    "to think that a public clock is less an instrument than a promise, and that a promise may "
    "keep a different time. When the council offered to correct the clock, the vote failed, and "
    "nobody could say why. I voted against it too, and I would do the same again tomorrow."
)
BREAD = (
    "A loaf wants nothing from you for most of its life. You mix flour and water, you fold it "
    "twice, and then you leave the house, for the dough does its own work in its own time. What "
    "it asks for is that you come back when it is ready and not when you are, which is the one "
    "thing that a life kept by appointments can hardly promise to anything that is alive at all."
)
JAPANESE = (
    "私たちの町の時計は四十年のあいだ七分おくれている。議会がそれを直そうとしたとき、投票は否決された。"
    * 4
)


def test_a_copy_with_another_opening_and_other_marks_is_the_same_text() -> None:
    copy = f"Editor's pick of the week.\n\n## The clock\n\n{CLOCK.replace('clock', '*clock*')}"

    assert shared(runs_of(CLOCK), runs_of(copy)) > 0.9


def test_an_excerpt_stands_whole_in_what_it_was_taken_from() -> None:
    assert shared(runs_of(CLOCK), runs_of(f"{CLOCK}\n\n{BREAD}")) == 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [(CLOCK, BREAD), (CLOCK, f"{BREAD} {CLOCK[:120]}"), ("", CLOCK), ("One line.", "One line.")],
    ids=["two subjects", "a quotation", "nothing", "too short to tell"],
)
def test_what_is_not_the_same_text_shares_little(one: str, other: str) -> None:
    assert shared(runs_of(one), runs_of(other)) < 0.25


def test_a_script_without_spaces_is_read_too() -> None:
    assert shared(runs_of(JAPANESE), runs_of(f"序文。{JAPANESE}")) > 0.9
