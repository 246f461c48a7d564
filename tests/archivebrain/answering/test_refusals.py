"""Refusals and answers, told apart by how they open."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from archivebrain.answering.refusals import declines
from archivebrain.providers.prompts import NOT_COVERED

OPENINGS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    (Path(__file__).parent / "openings.yaml").read_text(encoding="utf-8")
)
MARKER = re.compile(r"\s*\[S[^\]]*\]")
# Measured once, when the grammar was finished: precision 0.96, recall 0.94.
LEAST = 0.93


def labelled(part: str) -> Iterator[tuple[str, bool]]:
    for text in OPENINGS[part]["declines"]:
        yield text, True
    for text in OPENINGS[part]["answers"]:
        yield text, False


@pytest.mark.parametrize(("text", "expected"), list(labelled("seen")))
def test_an_opening_is_read_as_labelled_with_and_without_markers(text: str, expected: bool) -> None:
    assert declines(text) is expected
    assert declines(MARKER.sub("", text)) is expected


def test_unseen_openings_are_read_nearly_as_well() -> None:
    verdicts = [(declines(text), expected) for text, expected in labelled("unseen")]

    right = sum(said and expected for said, expected in verdicts)
    assert right / sum(said for said, _ in verdicts) >= LEAST
    assert right / sum(expected for _, expected in verdicts) >= LEAST


def test_there_are_enough_openings_of_both_kinds() -> None:
    sizes = {
        (part, kind): len(texts)
        for part, kinds in OPENINGS.items()
        for kind, texts in kinds.items()
    }

    assert sum(sizes.values()) >= 300
    assert sizes["unseen", "declines"] + sizes["unseen", "answers"] >= sum(sizes.values()) / 6


def test_the_sentence_that_the_prompt_gives_declines() -> None:
    assert declines(NOT_COVERED)


@pytest.mark.parametrize("text", ["", " \n", "[S1][S2]", "…", "**", "[S2]"])
def test_nothing_is_not_a_refusal(text: str) -> None:
    assert not declines(text)


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 100_000,
        "the passages " * 9_000,
        "do not " * 15_000,
        "“" * 100_000,
        "“a" * 50_000,
        ", " * 50_000,
        "# " * 50_000,
        " " * 100_000,
        "the the passages of of " * 5_000,
        "\n" * 100_000,
        "not " * 25_000 + "mention",
        "1. " * 40_000,
    ],
)
def test_hostile_text_is_read_in_time(hostile: str) -> None:
    started = time.process_time()

    declines(hostile)

    assert time.process_time() - started < 1


@pytest.mark.data
@pytest.mark.parametrize("case", ["RF-01", "RF-03"])
def test_recorded_cases_are_told_apart(test_data: Path, case: str) -> None:
    folder = test_data / "bugcases" / case
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text())["expect"]
    answers = json.loads((folder / "answers.json").read_text())["answers"]

    wrong = [
        answer["name"]
        for answer in answers
        if declines(answer["text"]) is not expected["is_refusal"][answer["name"]]
    ]

    assert wrong == []
