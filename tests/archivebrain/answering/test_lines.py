"""An answer as a terminal and a model read it: the words behind each number, the dated views."""

from dataclasses import replace
from datetime import date

from archivebrain.answering.lines import in_lines
from archivebrain.answering.types import StatedPosition
from ledger.types import Label, Lifecycle
from tests.archivebrain.answering.test_payloads import ANSWER

LEFT = StatedPosition(
    concept="ovens",
    name="Ovens",
    stance="Heat is everything.",
    dated=date(2017, 3, 4),
    lifecycle=Lifecycle.SUPERSEDED,
    label=Label.REVERSED,
    url="https://brain.example/evolution/ovens/",
)


def test_the_whole_text() -> None:
    answer = replace(ANSWER, positions=(LEFT, *ANSWER.positions))

    assert in_lines(answer).splitlines() == [
        "Heat is patient. [1]",
        "",
        "[1] Bread (2020-02-09)",
        "    “Heat is patient.”",
        "    https://brain.example/essays/bread/#:~:text=Heat",
        "",
        "Ovens, 2017-03-04 (superseded, reversed): Heat is everything.",
        "Ovens, date not stated (held, current): Heat is patient.",
        "    https://brain.example/evolution/ovens/",
    ]


def test_an_answer_without_sources_is_its_text_alone() -> None:
    assert in_lines(replace(ANSWER, citations=(), positions=())) == ANSWER.text
