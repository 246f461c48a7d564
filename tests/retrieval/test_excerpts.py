"""An excerpt shows the words that were asked for, exactly as they stand in the passage."""

import pytest

from retrieval.excerpts import EXCERPT_CHARACTERS, Excerpt, excerpt, marked

# Four sentences of some length, so that no excerpt holds them all.
FILLING = "Nothing of that kind was ever said about this, whatever people like to think. "
PASSAGE = f"{FILLING * 4}A rope is only as good as its splice. {FILLING * 4}Ropes rot."


def shown(cut: Excerpt) -> str:
    return "".join(f"[{one.text}]" if one.is_asked else one.text for one in cut.fragments)


def test_the_stretch_with_the_most_of_the_question_is_shown_with_its_words_marked() -> None:
    cut = excerpt(PASSAGE, {"rope": "rope", "Ropes": "rope", "splice": "splice"})

    assert "A [rope] is only as good as its [splice]." in shown(cut)
    assert cut.text in PASSAGE
    assert (cut.is_opening, cut.is_end) == (False, False)


def test_the_same_word_many_times_does_not_outweigh_two_words() -> None:
    passage = f"rope rope rope rope. {FILLING * 4}A rope and a splice."

    cut = excerpt(passage, {"rope": "rope", "splice": "splice"})

    assert "A [rope] and a [splice]." in shown(cut)


def test_without_any_word_of_the_question_the_opening_is_shown() -> None:
    cut = excerpt(PASSAGE, {})

    assert PASSAGE.startswith(cut.text)
    assert cut.is_opening
    assert len(cut.text) <= EXCERPT_CHARACTERS


def test_a_short_passage_is_shown_whole() -> None:
    cut = excerpt("Rope.\n\nSplice.", {"Splice": "splice"})

    assert shown(cut) == "Rope.\n\n[Splice]."
    assert cut.is_opening
    assert cut.is_end


@pytest.mark.parametrize("space", [" ", ""], ids=["words", "no spaces"])
def test_a_sentence_without_end_is_cut_around_the_word_between_words(space: str) -> None:
    passage = space.join(["縄縄"] * 300 + ["東京"] + ["縄縄"] * 300)

    cut = excerpt(passage, {"東京": "東京"})

    assert "[東京]" in shown(cut)
    assert cut.text in passage
    assert len(cut.text) <= EXCERPT_CHARACTERS
    assert cut.text == cut.text.strip()


def test_marks_that_overlap_or_touch_are_one() -> None:
    fragments = marked("東京都 rope", {"東京": "a", "京都": "b"})

    assert [(one.text, one.is_asked) for one in fragments] == [("東京都", True), (" rope", False)]


@pytest.mark.parametrize("plain", ["", " ", "\n", "?", "…"])
def test_a_passage_of_next_to_nothing_is_no_fault(plain: str) -> None:
    assert excerpt(plain, {"rope": "rope"}).text == plain.strip()
