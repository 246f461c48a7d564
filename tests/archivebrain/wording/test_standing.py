"""Which sentences say something by themselves, which lean back, and which only point."""

import pytest

from archivebrain.wording.standing import leans_back, points_elsewhere


@pytest.mark.parametrize(
    "sentence",
    [
        "It proposes a fee for every flight.",
        "“This means that the tide decides.”",
        "That’s why the boat waits.",
        "But the ferry was late.",
        "However, the ferry was late.",
        "and the rest was left to the tide.",
    ],
)
def test_a_bare_pronoun_or_a_connective_leans_on_the_sentence_before(sentence: str) -> None:
    assert leans_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A ferry waits for the tide.",
        "I call it the repair score.",
        "It is hard to leave a city.",
        "Those who mend things know it.",
        "Instead of a bell there was a lamp.",
        "Item by item the list grew.",
        "sqlc writes the code for the queries.",
    ],
)
def test_a_sentence_whose_opening_is_its_own_stands_by_itself(sentence: str) -> None:
    assert not leans_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Last year I wrote about the ferry.",
        "We’ve previously written on this.",
        "In this post we look at the ferry.",
        "See the timetable for the rest.",
        "You can read more about ferries on the quay.",
        "I took that back in The Empty Office.",
    ],
)
def test_a_sentence_about_another_text_points_elsewhere(sentence: str) -> None:
    assert points_elsewhere(sentence, ["The Empty Office"])


@pytest.mark.parametrize(
    "sentence",
    [
        "In 2018 I wrote that an office is for overhearing.",
        "I wrote down the times of the ferry.",
        "The Empty Office is quiet.",
        "Night trains are slow.",
        "An essay is an argument with a date.",
        "We see that the ferry waits.",
    ],
)
def test_what_is_said_in_a_text_is_no_pointer(sentence: str) -> None:
    assert not points_elsewhere(sentence, ["The Empty Office", "trains"])
