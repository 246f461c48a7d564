"""A golden file gives its cases, or every fault with its line."""

from datetime import date

import pytest

from archivebrain.evaluation.cases import Case, Expect, Kind, Quote, Require, Split
from archivebrain.evaluation.reading import read_cases
from retrieval.corpus.author_files import FaultyFile
from tests.conftest import SAMPLE

WHOLE = b"""
cases:
  - id: g-001
    question: What is slack?
    kind: temporal
    split: holdout
    expect: answer
    sources: [slack]
    require: all
    also_right: [ferries]
    near: [gardens]
    quotes: [{slug: slack, quote: "Slack is room."}]
    temporal: {intent: range, from: 2019, to: 2021-06-30}
    must_say: [room]
    must_not_say: ["no room"]
    as_of: 2021-06-30
    live_fact: true
    note: free text
"""
HEAD = "id: a, question: 'What is slack?', kind: exact, split: tune"
ANSWER = f"{HEAD}, expect: answer, sources: [slack]"


def test_every_key_of_a_case_arrives_but_the_note() -> None:
    assert read_cases(WHOLE) == (
        Case(
            id="g-001",
            question="What is slack?",
            kind=Kind.TEMPORAL,
            split=Split.HOLDOUT,
            expect=Expect.ANSWER,
            require=Require.ALL,
            sources=("slack",),
            also_right=("ferries",),
            near=("gardens",),
            quotes=(Quote("slack", "Slack is room."),),
            temporal={"intent": "range", "from": "2019", "to": "2021-06-30"},
            must_say=("room",),
            must_not_say=("no room",),
            as_of=date(2021, 6, 30),
            is_live=True,
        ),
    )


def test_the_samples_cases_can_all_be_read() -> None:
    cases = read_cases((SAMPLE / "golden.yaml").read_bytes())

    assert {case.split for case in cases} == set(Split)
    assert {case.expect for case in cases} == set(Expect)


@pytest.mark.parametrize(
    ("case", "fault"),
    [
        (f"{ANSWER}, sorces: [x]", "line 2: the key 'sorces' is not known here;"),
        ("id: a, question: b, kind: exact, split: tune", "an entry of cases has no expect;"),
        (f"{HEAD}, expect: maybe", "line 2: expect 'maybe' is not known; write answer or decline."),
        (f"{ANSWER}, require: most", "line 2: require 'most' is not known; write any or all."),
        (f"{HEAD}, expect: answer", "line 2: a case that expects an answer has no sources;"),
        (f"{HEAD}, expect: decline, sources: [a]", "line 2: a case that expects a decline has"),
        (f"{ANSWER}, as_of: lately", "line 2: as_of 'lately' is no date;"),
        (f"{ANSWER}, live_fact: perhaps", "line 2: live_fact is not true or false."),
        (f"{ANSWER}, quotes: [{{slug: slack}}]", "line 2: an entry of quotes has no quote;"),
        (f"{ANSWER}, quotes: slack", "line 2: quotes is not a list;"),
        (f"{ANSWER}, quotes: [slack]", "line 2: an entry of quotes is not made of keys"),
        (f"{ANSWER}, temporal: {{intent: soon}}", "line 2: intent 'soon' is not known;"),
        (f"{ANSWER}, temporal: {{year: 2019}}", "line 2: an entry of temporal has no intent;"),
        (f"{ANSWER}, temporal: {{intent: point, year: '19'}}", "line 2: year '19' is no time;"),
        (f"{ANSWER}, temporal: {{intent: point, jear: 2}}", "line 2: the key 'jear' is not known"),
        (f"{ANSWER}}}\n  - {{{ANSWER}", "line 3: the id 'a' is already that of line 2;"),
        (ANSWER.replace("'What is slack?'", '"\\u200b"'), "line 2: this question cannot be asked:"),
        (ANSWER.replace("What is slack?", "x" * 2001), "line 2: this question cannot be asked:"),
        (ANSWER.replace("exact", "decline"), "line 2: a case of the kind decline expects an"),
    ],
)
def test_a_fault_is_named_with_its_line(case: str, fault: str) -> None:
    text = f"cases:\n  - {{{case}}}\n"

    with pytest.raises(FaultyFile) as caught:
        read_cases(text.encode())

    assert any(fault in str(one) for one in caught.value.faults), str(caught.value)


def test_a_file_without_a_case_is_faulty() -> None:
    with pytest.raises(FaultyFile, match="holds no case"):
        read_cases(b"cases: []")


def test_a_fault_in_a_long_case_bears_the_line_of_its_key() -> None:
    with pytest.raises(FaultyFile) as caught:
        read_cases(WHOLE.replace(b"require: all", b"require: most"))

    assert [fault.line for fault in caught.value.faults] == [9]
