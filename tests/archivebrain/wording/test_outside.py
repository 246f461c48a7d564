"""Which questions are about live facts, and how long it takes to say so."""

import time
from pathlib import Path

import pytest
import yaml

from archivebrain.wording.outside import asks_for_live_fact, name_asked_for
from bench import gate
from tests.conftest import SAMPLE


@pytest.mark.parametrize(
    "question",
    [
        "Who is the mayor of Marrowby?",
        "Who runs the ferry company?",
        "What was announced last week?",
        "What is the share price of the dairy?",
        "Any news about the harbour?",
        "Who raised a funding round?",
        "Who runs Kestrel Line now?",
        "Any Kestrel Line news this week?",
        "What is the latest version?",
        "How much does a ferry ticket cost?",
        "Who holds the record for the most goals in the world?",
    ],
)
def test_a_question_about_companies_people_news_or_markets_is_one(question: str) -> None:
    assert asks_for_live_fact(question)


@pytest.mark.parametrize(
    "question",
    [
        "What does the author think of the mayor?",
        "Should the company that was acquired be closed?",
        "Is the author for or against the merger?",
        "What is a pulse in a bus network?",
        "",
    ],
)
def test_a_question_about_a_view_or_about_the_writing_is_none(question: str) -> None:
    assert not asks_for_live_fact(question)


def test_the_sample_s_questions_pay_nothing() -> None:
    cases = yaml.safe_load((SAMPLE / "golden.yaml").read_text())["cases"]

    asked = [case["question"] for case in cases if asks_for_live_fact(case["question"])]

    assert len(cases) > 30
    assert asked == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is Kestrel Line?", "Kestrel Line"),
        ("who's the Duke of York", "Duke of York"),
        ("Who is Élise Ångström?", "Élise Ångström"),
        ("What is a pulse?", ""),
        ("What is Kestrel Line to her?", ""),
        ("What is Kestrel Line worth? And Blue Star?", ""),
        ("What is\ud800", ""),
    ],
)
def test_a_name_alone_is_told_from_a_question_about_it(question: str, name: str) -> None:
    assert name_asked_for(question) == name


@pytest.mark.data
def test_few_questions_that_essays_can_answer_pay_and_most_of_the_fresh_ones_do(
    test_data: Path,
) -> None:
    assert [found.name for found in gate.timeless(test_data) if found.part > gate.MOST] == []

    fast, *_ = gate.fresh(test_data)
    assert fast.questions == 154
    assert fast.part > 0.75


def test_a_question_that_no_encoding_holds_is_read_too() -> None:
    assert asks_for_live_fact("Any news \ud800 today?")
    assert not asks_for_live_fact("\ud800\x00")


@pytest.mark.parametrize(
    "text", ["who " * 25_000, "a" * 100_000, "market cap " * 9_000 + "view", "current a " * 9_000]
)
def test_no_length_of_question_takes_long(text: str) -> None:
    started = time.process_time()

    asks_for_live_fact(text)

    assert time.process_time() - started < 1
