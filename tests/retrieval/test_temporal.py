"""Which time a question asks about, and which words and numbers are none."""

import json
import time
from datetime import date
from pathlib import Path

import pytest

from retrieval.temporal import NO_TIME, AskedTime, Intent, asked_time, without_time
from retrieval.types import Span

TODAY = date(2026, 11, 30)


def read(question: str) -> AskedTime:
    return asked_time(question, today=TODAY)


def days(span: Span | None) -> tuple[str, str]:
    return (str(span.first or ""), str(span.last or "")) if span else ("", "")


@pytest.mark.parametrize(
    ("question", "intent", "first", "last"),
    [
        ("In 2018, what did he think of GraphQL?", "point", "2018-01-01", "2018-12-31"),
        ("What did he write back in March 2019?", "point", "2019-03-01", "2019-03-31"),
        ("What was said on 3 March 2019 of rope?", "point", "2019-03-03", "2019-03-03"),
        ("What happened on March 3rd, 2019?", "point", "2019-03-03", "2019-03-03"),
        ("What stood here on 2020-02-29?", "point", "2020-02-29", "2020-02-29"),
        ("What did the 2018 essay say?", "point", "2018-01-01", "2018-12-31"),
        ("What was his May 2021 essay about?", "point", "2021-05-01", "2021-05-31"),
        ("What did he grow in the summer of 2020?", "point", "2020-01-01", "2020-12-31"),
        ("What did he sell in Q3 2020?", "point", "2020-07-01", "2020-09-30"),
        ("Where was he at the end of 2019?", "point", "2019-01-01", "2019-12-31"),
        ("Where was he in early 2019?", "point", "2019-01-01", "2019-12-31"),
        ("Was he there around 2015?", "point", "2015-01-01", "2015-12-31"),
        ("As of 2024, was sqlc still his choice?", "point", "", "2024-12-31"),
        ("What did he write last year?", "point", "2025-01-01", "2025-12-31"),
        ("What did he write this year?", "point", "2026-01-01", "2026-12-31"),
        ("Where did he live ten years ago?", "point", "2016-01-01", "2016-12-31"),
        ("Where did he live a year ago?", "point", "2025-01-01", "2025-12-31"),
        ("What changed between 2018 and 2020?", "range", "2018-01-01", "2020-12-31"),
        ("What changed from 2020 to 2018?", "range", "2018-01-01", "2020-12-31"),
        ("From 2019 until 2021, what did he use?", "range", "2019-01-01", "2021-12-31"),
        ("His views, 2018–2021?", "range", "2018-01-01", "2021-12-31"),
        ("What came between March and June 2019?", "range", "2019-03-01", "2019-06-30"),
        ("What came from Nov 1991 to 2002?", "range", "1991-11-01", "2002-12-31"),
        ("How were buses in the 2010s?", "range", "2010-01-01", "2019-12-31"),
        ("How were buses in the '90s?", "range", "1990-01-01", "1999-12-31"),
        ("How were buses during the nineties?", "range", "1990-01-01", "1999-12-31"),
        ("What did he think in 2018 and in 2021?", "range", "2018-01-01", "2021-12-31"),
        ("Bread in 2018 compared with 2021?", "range", "2018-01-01", "2021-12-31"),
        ("What was said since 2018 but before 2021?", "range", "2018-01-01", "2020-12-31"),
        ("What did he say before 2020?", "before", "", "2019-12-31"),
        ("What did he say before March 2020?", "before", "", "2020-02-29"),
        ("What did he say until 2019?", "before", "", "2019-12-31"),
        ("What had he read by 2019?", "before", "", "2019-12-31"),
        ("What were his pre-2020 habits?", "before", "", "2019-12-31"),
        ("What has he said since 2021?", "since", "2021-01-01", ""),
        ("From 2019 onwards, what did he use?", "since", "2019-01-01", ""),
        ("What of buses since the early 2010s?", "since", "2010-01-01", ""),
        ("What has he said in the last five years?", "since", "2021-11-01", ""),
        ("And after 2021?", "after", "2022-01-01", ""),
        ("What are his post-2020 habits?", "after", "2021-01-01", ""),
        ("What do posts from 2019 say of bread?", "point", "2019-01-01", "2019-12-31"),
        ("Is there anything from March 2019?", "point", "2019-03-01", "2019-03-31"),
        ("From 2018, what did he use?", "since", "2018-01-01", ""),
        ("What did he write in 2019 or later?", "since", "2019-01-01", ""),
        ("What did he write from 2018 on?", "since", "2018-01-01", ""),
        ("What did he write in 2019 and earlier of rope?", "before", "", "2019-12-31"),
        ("In 2019, and later in 2021, what did he use?", "range", "2019-01-01", "2021-12-31"),
        ("Is anything newer than 2021?", "after", "2022-01-01", ""),
        ("Is anything more recent than May 2021?", "after", "2021-06-01", ""),
        ("Is anything older than 2015?", "before", "", "2014-12-31"),
        ("His essays 2015–17?", "range", "2015-01-01", "2017-12-31"),
        ("What was baked in 2015/16?", "range", "2015-01-01", "2016-12-31"),
        ("What was baked in 2009-12?", "point", "2009-12-01", "2009-12-31"),
        ("What did he ride in '98?", "point", "1998-01-01", "1998-12-31"),
        ("What did he ride in ’21?", "point", "2021-01-01", "2021-12-31"),
        ("What did he ride in the noughties?", "range", "2000-01-01", "2009-12-31"),
        ("What did he say on 14.2.2020?", "point", "2020-02-14", "2020-02-14"),
        ("What did he say on 2/14/2020?", "point", "2020-02-14", "2020-02-14"),
        ("What did he say on 3/4/2021?", "point", "2021-01-01", "2021-12-31"),
        ("What did he say on 2021/03/04?", "point", "2021-03-04", "2021-03-04"),
        ("What did he cook at Christmas 2020?", "point", "2020-01-01", "2020-12-31"),
        ("What did he grow last summer?", "range", "2025-01-01", "2026-12-31"),
        ("What did he say two months ago?", "point", "2026-09-01", "2026-09-30"),
        ("Where did he live a decade ago?", "point", "2016-01-01", "2016-12-31"),
        ("What changed over the past decade?", "since", "2016-11-01", ""),
        ("What did he write in the past year?", "since", "2025-11-01", ""),
        ("What has he said about LLMs lately?", "recent", "", ""),
        ("How does he think about rope these days?", "recent", "", ""),
        ("What does he think of rope now?", "recent", "", ""),
        ("Does he still bake?", "recent", "", ""),
        ("What is his current view of rope?", "recent", "", ""),
        ("Doesn't he bake any more?", "recent", "", ""),
        ("What is his latest essay about?", "recent", "", ""),
        ("What did he read in recent years?", "recent", "", ""),
        ("What did he originally think of lawns?", "original", "", ""),
        ("What was his first impression of Rust?", "original", "", ""),
        ("What did he believe at first?", "original", "", ""),
        ("What did he used to think of buses?", "original", "", ""),
        ("Is that what the author used to like?", "original", "", ""),
        ("Did he use to drive?", "original", "", ""),
        ("When did he first write about bread?", "earliest", "", ""),
        ("What is the earliest mention of bread?", "earliest", "", ""),
        ("What was his first essay about?", "earliest", "", ""),
    ],
)
def test_a_time_is_read_with_its_days(question: str, intent: str, first: str, last: str) -> None:
    asked = read(question)

    assert (asked.intent, days(asked.span)) == (intent, (first, last))


@pytest.mark.parametrize(
    "question",
    [
        "What is a bicycle?",
        "What does he think of 1984?",
        "What does he say of 2020?",
        "Was he inspired by 1984?",
        "Has he read “1984”?",
        "Does he have 2020 vision?",
        "Why do HTTP 2019 errors happen?",
        "Does he use Windows 2000?",
        "What is RFC 2616?",
        "Why 10000 years?",
        "Can it be said in 2000 words?",
        "Is a meal of 2000 calories enough?",
        "What fails after 2000 requests?",
        "What costs $2000?",
        "Are 2,019 readers many?",
        "Is Rust of the 2019-style better?",
        "What stands on pages 1900-1950?",
        "What opens ports 2000-2010?",
        "Is it from 1800 to 2000 calories?",
        "Does it run on version 1.2.2020?",
        "What is at 10.0.2020.1?",
        "What was on 31.4.2020?",
        "What was on 13/13/2020?",
        "Is 2017–15 a range?",
        "How recent is the last commit?",
        "What was the last summer of the war?",
        "Does a school founded in 1931 matter?",
        "What was on 30 February 2019?",
        "What was on 2019-13-04?",
        "What was on 31 April 2020?",
        "Was it before and after 2020 alike?",
        "What changed before the pandemic?",
        "What did you write about the barbecue in June?",
        "May I ask about bread?",
        "Do armies march on bread?",
        "Can one bake in 5 minutes?",
        "What did he learn in his last year at school?",
        "How was the last year of the war?",
        "What is a still life?",
        "Can anybody stand still?",
        "What runs a still?",
        "What is the current in the bay?",
        "Is alternating current safe?",
        "Has he seen Apocalypse Now?",
        "Does he read USA Today?",
        "Does he deploy to now.sh?",
        "Is now and then enough?",
        "What is yeast used to make?",
        "How do you get used to a cold room?",
        "Is it love at first sight?",
        "Is an original recipe worth it?",
        "What is the first article about?",
        "Is recent history taught?",
        "What is a 2×4?",
    ],
)
def test_what_only_looks_like_a_time_is_none(question: str) -> None:
    assert read(question) == NO_TIME


def test_within_a_span_a_question_may_lean_to_its_end_or_its_beginning() -> None:
    assert read("As of 2024, was sqlc his choice?").leaning == 1
    assert read("What did he originally think in 2018?").leaning == -1
    assert read("What did he think in 2018?").leaning == 0


def test_first_and_last_at_once_lean_nowhere() -> None:
    assert read("Does he still hold his original view?") == NO_TIME


def test_the_year_is_the_one_that_was_named() -> None:
    years = [
        read(f"What was said {when}?").year for when in ("before 2020", "after 2020", "lately")
    ]

    assert years == [2020, 2020, None]


@pytest.mark.parametrize(
    "text",
    ["", "😀😀", "in " * 900, "2018 and " * 300, "from " * 500 + "2019", "٢٠١٩", "في 2018؟", "\x00",
     "2019年3月", "between " * 300, "word " * 10_000, "in 0000", "in 2099-12-31",
     "late " * 390 + "33", "mid-" * 490 + "33", "'98 or " * 280],
    ids=range(16),
)  # fmt: skip
def test_any_text_is_read_or_not_but_never_for_long(text: str) -> None:
    started = time.process_time()

    read(text)
    without_time(text)

    assert time.process_time() - started < 0.5


@pytest.mark.data
def test_most_written_questions_with_years_name_a_point_or_a_range(test_data: Path) -> None:
    lines = (test_data / "data/behaviour/timeqa/questions.jsonl").read_text().splitlines()
    intents = [read(row["question"]).intent for row in map(json.loads, lines) if row["years"]]

    held = sum(intent in {Intent.POINT, Intent.RANGE} for intent in intents)

    assert held >= 0.98 * len(intents) > 900
