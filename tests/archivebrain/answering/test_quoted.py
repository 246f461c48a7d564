"""Words between quotation marks stand in a cited passage, or lose their marks or the sentence."""

import pytest

from archivebrain.answering.quoted import checked, quotations

PASSAGES = ["Speed sells tickets; frequency keeps riders. Don't wait."]


@pytest.mark.parametrize(
    "sentence",
    [
        "She writes: “Speed sells tickets; frequency keeps riders.”",
        'She says "Speed sells tickets," and means it.',
        "She calls it 'frequency keeps riders' in passing.",
        "She tells them ‘Don’t wait’ twice.",
        "«Speed sells» and „frequency keeps riders“.",
        "“Speed sells tickets; frequency keeps riders.",
        "Don't wait.”",
        "The drivers' and riders' rights hold.",
        'A 6" board, 4" wide.',
    ],
)
def test_true_quotations_and_apostrophes_are_left_as_they_are(sentence: str) -> None:
    assert checked(sentence, PASSAGES) == sentence


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("A so-called “riot” of trams: speed sells.", "A so-called riot of trams: speed sells."),
        ("She says that “speed sells tickets”.", "She says that speed sells tickets."),
        ("Riders, so she says, want 'more'.", "Riders, so she says, want more."),
        ("She calls it « un désastre » of speed.", "She calls it  un désastre  of speed."),
        ("“Speed sells” is hers, “tram riot” not.", "“Speed sells” is hers, tram riot not."),
    ],
)
def test_a_false_quotation_loses_its_marks(sentence: str, left: str) -> None:
    assert checked(sentence, PASSAGES) == left


@pytest.mark.parametrize(
    "sentence",
    [
        "“Trams are evil and buses are good,” she writes.",
        "She writes: “Speed never sells tickets; frequency keeps riders.”",
        "“Speed sells tickets … Don't wait.”",
        "“Trams are evil and buses good.",
    ],
)
def test_a_sentence_that_is_hardly_more_than_a_false_quotation_goes(sentence: str) -> None:
    assert checked(sentence, PASSAGES) == ""


def test_what_stands_between_marks_is_found_in_order() -> None:
    found = quotations("“One” and „two“, then 'three' and \"four\".")

    assert [one.inside for one in found] == ["One", "two", "three", "four"]
