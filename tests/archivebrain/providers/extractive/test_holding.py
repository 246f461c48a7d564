"""Views are told from their receipts: what holds now first, then back in time."""

from datetime import date

import pytest

from archivebrain.providers.extractive.holding import standing, views
from archivebrain.providers.types import Brief, Source
from ledger.types import DatedPosition, Label
from tests.archivebrain.answering.passages import source
from tests.ledger.rows import CHEATING, GETS_USED, held, reversed_view

OLD = source(1, "Hills are hard.", CHEATING, slug="ebikes-are-cheating", year=2018)
NEW = source(2, GETS_USED, "I bought one.", slug="ebikes-i-was-wrong", year=2021)


def told(question: str, *sources: Source, rows: tuple[DatedPosition, ...] = ()) -> list[str]:
    brief = Brief(
        question=question,
        author="the author",
        sources=sources or (OLD, NEW),
        today=date(2026, 6, 1),
        archive_from=date(2018, 1, 1),
        archive_to=date(2026, 1, 1),
        positions=rows or (reversed_view(), held()),
    )
    return [view.sentence for view in views(brief)]


def test_what_is_held_now_comes_before_what_was_held() -> None:
    assert told("What does the author think of e-bikes?") == [GETS_USED, CHEATING]


def test_a_question_for_the_first_view_is_told_from_there_on() -> None:
    assert told("What did the author originally think of e-bikes?") == [CHEATING, GETS_USED]


@pytest.mark.parametrize(
    ("year", "sentences"),
    [
        ("2018", [CHEATING]),
        ("2020", [CHEATING]),
        ("2021", [GETS_USED, CHEATING]),
        ("2024", [GETS_USED]),
    ],
)
def test_a_question_for_a_year_is_told_what_was_held_in_it(year: str, sentences: list[str]) -> None:
    assert told(f"In {year}, what did the author think of e-bikes?") == sentences


def test_a_view_was_replaced_then_even_where_the_newer_words_were_not_found() -> None:
    assert told("In 2024, what did the author think of e-bikes?", OLD) == []


def test_a_receipt_inside_a_sentence_is_told_by_the_whole_sentence() -> None:
    assert told("What of e-bikes?", rows=(reversed_view("a moped in denial"),)) == [CHEATING]


def test_a_row_whose_receipt_is_in_no_source_is_not_told() -> None:
    assert told("What of e-bikes?", OLD) == [CHEATING]


def test_a_notice_comes_before_what_it_withdraws() -> None:
    notice = reversed_view(
        "I bought one.",
        key="n",
        essay="ebikes-i-was-wrong",
        dated=date(2021, 5, 16),
        label=Label.RETRACTED,
        is_notice=True,
    )
    withdrawn = reversed_view(label=Label.RETRACTED)

    assert told("What of e-bikes?", rows=(withdrawn, notice)) == ["I bought one.", CHEATING]


def test_every_row_is_told_with_what_became_of_it() -> None:
    notice = reversed_view(label=Label.RETRACTED, is_notice=True)

    assert [standing(row) for row in (held(), reversed_view(), notice)] == [
        "current view",
        "since reversed",
        "withdrawing an earlier view",
    ]
