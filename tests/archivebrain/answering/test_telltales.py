"""Facts and words in one spelling, however they are written."""

import pytest

from archivebrain.answering.telltales import Text, facts_in, runs, stem


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("on 14 October", {"14/10"}),
        ("October 14th", {"14/10"}),
        ("le 14 octobre", {"14/10"}),
        ("the fourteenth of October", {"14/10"}),
        ("am 14.10.", {"14/10"}),
        ("14/10", {"14/10"}),
        ("9.4 million", {"9 4 mill"}),
        ("nine point four million", {"9 4 mill"}),
        ("neun Komma vier Millionen", {"9 4 mill"}),
        ("in October", set()),
        ("a million reasons", set()),
    ],
)
def test_an_amount_or_a_day_is_one_fact_however_it_is_written(said: str, facts: set[str]) -> None:
    assert set(facts_in(Text(said))) == facts


def test_a_word_and_its_endings_are_one() -> None:
    assert len({stem(word) for word in ("resign", "resigns", "resigned", "resignation")}) == 1
    assert stem("bus") == "bus"


def test_a_run_begins_at_each_word_and_is_as_short_as_a_quotation_can_be() -> None:
    words = ["we", "keep", "six", "departures", "all", "the", "long", "winter"]

    assert list(runs(words)) == [
        " we keep six departures all the ",
        " keep six departures all the long ",
        " six departures all the long winter ",
    ]
    assert list(runs(["a", "timetable", "considered", "extraordinarily", "dependable"])) == [
        " a timetable considered extraordinarily ",
        " timetable considered extraordinarily ",
        " considered extraordinarily dependable ",
    ]


def test_small_words_alone_are_nobodys() -> None:
    assert list(runs(["it", "is", "one", "of", "the", "ones", "that", "was", "to", "be"])) == []
