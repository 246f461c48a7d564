"""Refusals and answers, told apart by how they open."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from archivebrain.answering import refusal_likelihood
from archivebrain.answering.refusal_likelihood import SURELY, SURELY_NOT, likelihood_of
from archivebrain.answering.refusal_reading import read
from archivebrain.answering.refusals import declines
from archivebrain.providers.prompts import NOT_COVERED

OPENINGS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    (Path(__file__).parent / "openings.yaml").read_text(encoding="utf-8")
)
MARKER = re.compile(r"\s*\[S[^\]]*\]")
# What was measured when the weights were fitted: 0.986 and 0.958 on the unseen openings.
LEAST_SEEN, LEAST_UNSEEN = 0.995, 0.95


def labelled(part: str) -> Iterator[tuple[str, bool]]:
    for text in OPENINGS[part]["declines"]:
        yield text, True
    for text in OPENINGS[part]["answers"]:
        yield text, False


@pytest.mark.parametrize(("part", "least"), [("seen", LEAST_SEEN), ("unseen", LEAST_UNSEEN)])
def test_openings_are_read_as_labelled_with_and_without_markers(part: str, least: float) -> None:
    verdicts = [
        (declines(words), expected)
        for text, expected in labelled(part)
        for words in {text, MARKER.sub("", text)}
    ]

    right = sum(said and expected for said, expected in verdicts)
    assert right / sum(said for said, _ in verdicts) >= least
    assert right / sum(expected for _, expected in verdicts) >= least


def test_there_are_enough_openings_of_both_kinds() -> None:
    sizes = {
        (part, kind): len(texts)
        for part, kinds in OPENINGS.items()
        for kind, texts in kinds.items()
    }

    assert sum(sizes.values()) >= 1_000
    assert all(sizes["unseen", kind] >= 150 for kind in ("declines", "answers"))


def test_no_unseen_opening_is_a_seen_one() -> None:
    seen, unseen = ({text for text, _ in labelled(part)} for part in ("seen", "unseen"))

    assert not seen & unseen


@pytest.mark.parametrize(
    "text",
    [
        "Great question! Ines is a thoughtful writer. Still, her essays never get to Mars [S1].",
        "Good question! Ines writes well. That said, her essays never get to Mars [S1].",
        "I'm sorry, but I can't help with that.",
    ],
)
def test_neither_praise_nor_manners_hide_a_refusal(text: str) -> None:
    assert declines(text)


def test_a_likelihood_without_its_weights_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the weights tell something, and without them the odds are even."""
    (denial,), (claim,) = read("The passages do not say."), read("She likes the slow train.")
    assert likelihood_of(denial) > SURELY
    assert likelihood_of(claim) < SURELY_NOT

    monkeypatch.setattr(refusal_likelihood, "_WEIGHTS", {})
    assert likelihood_of(denial) == likelihood_of(claim) == 0.5


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
