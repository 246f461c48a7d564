"""Which years a question names as its time, and which numbers are none."""

import pytest

from archivebrain.wording.times import AskedTime, asked_time, leaning


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In 2018, what did he think of GraphQL?", AskedTime(2018, 2018)),
        ("As of 2024, was sqlc still his choice?", AskedTime(None, 2024)),
        ("What did he say before 2020?", AskedTime(None, 2019)),
        ("What has he said since 2021?", AskedTime(2021, None)),
        ("And after 2021?", AskedTime(2022, None)),
        ("What changed between 2018 and 2020?", AskedTime(2018, 2020)),
        ("What changed from 2020 to 2018?", AskedTime(2018, 2020)),
        ("How were buses in the 1990s?", AskedTime(1990, 1999)),
        ("What did the 2018 essay say?", AskedTime(2018, 2018)),
        ("What did he write in March 2019?", AskedTime(2019, 2019)),
        ("Why 10000 years?", None),
        ("What is RFC 2616?", None),
        ("What is a bicycle?", None),
    ],
)
def test_years_are_read_with_the_word_before_them(
    question: str, expected: AskedTime | None
) -> None:
    assert asked_time(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did he originally think of lawns?", -1),
        ("What was his first impression of Rust?", -1),
        ("What has he said about LLMs lately?", 1),
        ("What is the first article about?", 0),
        ("What does he think of lawns?", 0),
    ],
)
def test_a_question_may_lean_to_the_first_or_the_latest_view(question: str, expected: int) -> None:
    assert leaning(question) == expected
