"""Facts and words in one spelling, however they are written."""

import pytest

from archivebrain.answering.telltales import read, runs_of, stem


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("on 14 October", {"14/10"}),
        ("October 14th", {"14/10"}),
        ("le 14 octobre", {"14/10"}),
        ("the fourteenth of October", {"14/10"}),
        ("am 14.10.", {"14/10"}),
        ("14/10", {"14/10"}),
        ("9.4 million", {"9 4 mill", "9 mill"}),
        ("nine point four million", {"9 4 mill", "9 mill"}),
        ("neun Komma vier Millionen", {"9 4 mill", "9 mill"}),
        ("£9.4m", {"9 4 mill", "9 mill"}),
        ("9,400,000", {"9 4 mill", "9 mill"}),
        ("above nine million", {"9 mill"}),
        ("2026-10-14", {"14/10"}),
        ("in October", set()),
        ("a million reasons", set()),
    ],
)
def test_an_amount_or_a_day_is_one_fact_however_it_is_written(said: str, facts: set[str]) -> None:
    assert read(said).facts == facts


def test_a_word_and_its_endings_are_one() -> None:
    assert len({stem(word) for word in ("resign", "resigns", "resigned", "resignation")}) == 1
    assert stem("bus") == "bus"


def test_a_run_begins_at_each_word() -> None:
    words = ("we", "keep", "six", "departures", "all", "the", "long", "winter")

    assert list(runs_of(words)) == [words[:6], words[1:7], words[2:]]
    assert list(runs_of(words[:5])) == []


def test_names_are_words_that_are_never_written_small() -> None:
    text = read("A letter came from Marwick on 3 May, coded ab12. The Harbour is a harbour.")

    assert text.names & text.stems.keys() == {"marwick", "ab12"}
    assert (
        read("Das Haus am Markt hat einen Garten mit Blick auf den Fluss und Wald.").names == set()
    )
