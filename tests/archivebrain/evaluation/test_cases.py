"""The rules by which a golden case is right or wrong."""

from dataclasses import replace
from datetime import date

import pytest

from archivebrain.evaluation.cases import (
    Case,
    Expect,
    Kind,
    Quote,
    Require,
    Said,
    Split,
    Verdict,
    ask_hit,
    digest_of,
    judge,
    reads_alike,
    search_hit,
)
from archivebrain.models import evaluation as tables
from retrieval.temporal import asked_time

ANSWERABLE = Case(
    id="g-001",
    question="What is slack?",
    kind=Kind.DEFINITION,
    split=Split.TUNE,
    expect=Expect.ANSWER,
    sources=("slack", "timetables"),
    also_right=("ferries",),
)
DECLINABLE = Case(
    id="g-002",
    question="What of orchids?",
    kind=Kind.DECLINE,
    split=Split.TUNE,
    expect=Expect.DECLINE,
    near=("gardens",),
)
BODIES = {"slack": "Slack is a **public** good, and it’s cheap."}
SAID = Said(
    is_answered=True,
    words="Slack is a public good.",
    citations=(Quote("slack", "Slack is a public good"),),
)


@pytest.mark.parametrize(
    ("require", "found", "is_hit"),
    [
        (Require.ANY, ["a", "b", "c", "d", "slack"], True),
        (Require.ANY, ["a", "b", "c", "d", "e", "slack"], False),
        (Require.ANY, ["ferries"], True),
        (Require.ALL, ["slack", *"abcdefgh", "timetables"], True),
        (Require.ALL, ["slack", *"abcdefghi", "timetables"], False),
        (Require.ALL, ["slack", "ferries"], False),
        (Require.ANY, [], False),
    ],
)
def test_a_search_hits_with_any_of_five_essays_or_all_of_ten(
    require: Require, found: list[str], is_hit: bool
) -> None:
    assert search_hit(replace(ANSWERABLE, require=require), found) is is_hit


@pytest.mark.parametrize(
    ("require", "cited", "is_hit"),
    [
        (Require.ANY, ["x", "timetables"], True),
        (Require.ANY, ["ferries"], True),
        (Require.ANY, ["x"], False),
        (Require.ALL, ["timetables", "x", "slack"], True),
        (Require.ALL, ["timetables", "ferries"], False),
        (Require.ALL, [], False),
    ],
)
def test_an_answer_hits_by_what_it_cites(require: Require, cited: list[str], is_hit: bool) -> None:
    assert ask_hit(replace(ANSWERABLE, require=require), cited) is is_hit


def test_a_live_case_needs_its_live_fact_whatever_is_cited() -> None:
    live = replace(ANSWERABLE, is_live=True, sources=())

    assert not ask_hit(live, ["slack"])
    assert ask_hit(live, [], is_live=True)


def test_a_right_answer_has_nothing_wrong_about_it() -> None:
    case = replace(ANSWERABLE, must_say=("PUBLIC good",), quotes=(Quote("slack", "a public good"),))

    verdict = judge(case, found=["slack"], said=SAID, bodies=BODIES)

    assert verdict == Verdict(
        id="g-001",
        kind="definition",
        search_hit=True,
        ask_hit=True,
        wrong_decline=False,
        wrong_answer=None,
        supported=True,
        citation_count=1,
        asks_for_words=True,
    )
    assert verdict.is_right


def test_declining_what_is_covered_is_a_wrong_decline_and_no_hit() -> None:
    said = Said(is_answered=False, words="The writing does not cover that.")

    verdict = judge(ANSWERABLE, found=["slack"], said=said, bodies={})

    assert (verdict.wrong_decline, verdict.ask_hit, verdict.wrong_answer) == (True, False, None)
    assert not verdict.is_right


def test_answering_what_is_not_covered_is_wrong_and_names_what_tempted() -> None:
    said = replace(SAID, citations=(Quote("gardens", "x"),))

    verdict = judge(DECLINABLE, found=["gardens"], said=said, bodies={"gardens": "x"})

    assert (verdict.wrong_answer, verdict.tempted_by) == (True, ("gardens",))
    assert (verdict.search_hit, verdict.ask_hit, verdict.wrong_decline) == (None, None, None)


@pytest.mark.parametrize(
    ("quote", "is_loose"),
    [
        ("Slack is a public good, and it's cheap.", False),
        ("Slack is a private good", True),
        ("Slack is not a public good", True),
        ("", True),
    ],
)
def test_a_quote_stands_by_the_same_words_or_not_at_all(quote: str, is_loose: bool) -> None:
    said = replace(SAID, citations=(Quote("slack", quote),))

    assert bool(judge(ANSWERABLE, found=[], said=said, bodies=BODIES).loose_quotes) is is_loose


def test_a_quote_from_an_essay_that_is_not_public_never_stands() -> None:
    assert judge(ANSWERABLE, found=[], said=SAID, bodies={}).loose_quotes == SAID.citations


def test_required_and_forbidden_words_are_read_without_regard_to_case_and_line_ends() -> None:
    case = replace(ANSWERABLE, must_say=("timetable",), must_not_say=("Is A  PUBLIC",))

    verdict = judge(case, found=[], said=replace(SAID, words="Slack is\na public good"), bodies={})

    assert (verdict.unsaid, verdict.forbidden) == (("timetable",), ("Is A  PUBLIC",))


def test_a_digest_changes_with_any_word_and_not_with_the_order() -> None:
    both = digest_of([ANSWERABLE, DECLINABLE])

    assert digest_of([DECLINABLE, ANSWERABLE]) == both
    assert digest_of([ANSWERABLE, replace(DECLINABLE, question="What of orchids")]) != both
    assert digest_of([ANSWERABLE, replace(DECLINABLE, near=())]) != both
    assert digest_of([ANSWERABLE]) != both


def test_the_tables_know_the_same_splits() -> None:
    assert {tables.TUNE, tables.HOLDOUT} == {split.value for split in Split}


@pytest.mark.parametrize(
    ("temporal", "question", "is_read"),
    [
        ({"intent": "point", "year": "2018"}, "What was said in 2018?", True),
        ({"intent": "point", "year": "2019"}, "What was said in 2018?", False),
        ({"intent": "before", "year": "2018"}, "What was said in 2018?", False),
        ({"intent": "range", "from": "2018", "to": "2020-12"}, "From 2018 to 2020?", True),
        ({"intent": "range", "from": "2018", "to": "2021"}, "From 2018 to 2020?", False),
        ({"intent": "earliest"}, "What was originally said?", True),
        ({"intent": "recent"}, "What is said?", False),
    ],
)
def test_a_time_is_read_as_its_author_reads_it_or_not(
    temporal: dict[str, str], question: str, is_read: bool
) -> None:
    assert reads_alike(temporal, asked_time(question, today=date(2026, 11, 30))) is is_read
