"""When a question is covered: names, closeness under the headings, and its time."""

from datetime import date

import pytest

from archivebrain.providers.extractive.coverage import is_outside, reason_against, telling_of
from archivebrain.providers.extractive.readings import (
    Candidate,
    Reading,
    SourceWords,
    Term,
    only,
)
from archivebrain.wording.words import Word
from retrieval.types import Span
from tests.archivebrain.answering.passages import source

ARCHIVE = Span(date(2018, 3, 11), date(2026, 4, 12))


def term(key: str, *, is_vital: bool = False, is_rare: bool = False) -> Term:
    return Term(Word(key, key), frozenset({key}), 1.0, is_vital, is_rare)


def words(number: int, *keys: str) -> SourceWords:
    return SourceWords(number, frozenset(keys), frozenset(keys))


def candidate(number: int, in_place: float | None) -> Candidate:
    measured = () if in_place is None else (in_place,)
    return Candidate(
        source=number,
        place=0,
        sentence="A sentence.",
        slug="essay",
        published=None,
        stems=frozenset(),
        closeness=measured,
        in_place=measured,
    )


def reading(
    terms: tuple[Term, ...], sources: tuple[SourceWords, ...], closest: float | None
) -> Reading:
    return Reading(("?",), (terms,), sources, (candidate(1, closest),))


def test_a_name_that_stands_in_no_passage_declines_however_close_a_sentence_is() -> None:
    asked = (term("liveview", is_vital=True), term("rails"))

    assert reason_against(reading(asked, (words(1, "rails"),), 0.9), 0) == "name"


def test_a_name_may_stand_in_any_passage() -> None:
    asked = (term("river", is_vital=True), term("queue"))
    sources = (words(1, "queue"), words(2, "river"))

    assert reason_against(reading(asked, sources, 0.9), 0) == ""


@pytest.mark.parametrize(
    ("closest", "found", "reason"),
    [
        (0.55, ("tombstone",), ""),
        (0.47, ("tombstone", "row"), ""),
        (0.47, (), "not_close"),
        (0.30, ("tombstone", "row", "flag"), "not_close"),
        (None, ("tombstone", "row"), ""),
        (None, ("tombstone",), "not_close"),
    ],
)
def test_ordinary_words_may_be_paraphrased_by_a_close_sentence(
    closest: float | None, found: tuple[str, ...], reason: str
) -> None:
    asked = (term("flag"), term("row"), term("tombstone"))

    assert reason_against(reading(asked, (words(1, *found),), closest), 0) == reason


@pytest.mark.parametrize(("closest", "reason"), [(0.65, ""), (0.55, "not_close")])
def test_a_rare_word_that_stands_nowhere_asks_for_a_closer_sentence(
    closest: float, reason: str
) -> None:
    asked = (term("procrastination", is_rare=True), term("deadline"))

    assert reason_against(reading(asked, (words(1, "deadline"),), closest), 0) == reason


def test_a_rare_word_that_stands_somewhere_asks_for_no_more_than_others() -> None:
    asked = (term("idempotency", is_rare=True), term("key"))

    assert reason_against(reading(asked, (words(1, "idempotency"),), 0.5), 0) == ""


def test_without_a_sentence_to_quote_nothing_is_covered() -> None:
    assert reason_against(Reading(("?",), ((),), (), ()), 0) == "no_passage"


@pytest.mark.parametrize(
    ("time", "outside"),
    [
        (Span.of_year(1987), True),
        (Span(date(2031, 1, 1), None), True),
        (Span(None, date(2017, 12, 31)), True),
        (Span.of_year(2018), False),
        (Span(date(2018, 1, 1), date(2018, 2, 28)), True),
        (Span(None, date(2031, 12, 31)), False),
        (Span(date(2010, 1, 1), date(2020, 12, 31)), False),
    ],
)
def test_a_time_before_the_first_essay_or_after_the_last_is_outside(
    time: Span, outside: bool
) -> None:
    assert is_outside(time, ARCHIVE) is outside


def test_only_passages_that_name_the_year_tell_of_a_time_outside() -> None:
    sources = (
        source(1, "The lift card goes back to 1987, as far as I know."),
        source(2, "There were 11987 cards in the box, as far as I know."),
    )

    telling = telling_of(Span.of_year(1987), sources)

    assert telling == {1}
    kept = only(reading((), (words(1), words(2)), 0.5), telling)
    assert [one.number for one in kept.sources] == [1]


def test_a_compound_stands_where_its_parts_do() -> None:
    assert words(1, "soft", "deletion").holds(term("soft-deletion"))
    assert not words(1, "gpt", "3").holds(term("gpt-4"))
