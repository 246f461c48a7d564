"""The comparison with other stacks: what fails is named, and what is told is what was measured."""

from pathlib import Path

import pytest
from defusedxml import ElementTree

from bench.collections import Collection
from bench.peers import page, process
from bench.peers.bars import bars
from bench.peers.process import Process, StackFailed
from bench.peers.registry import BARE, HERE, OURS, STACKS, Stack
from bench.peers.running import Figures

ECHO = """
from speaking import speak

def open_collection(name, texts):
    print("a library's chatter")
    return lambda question: [key for key, text in texts if question in text]

speak(open_collection)
"""
VARIABLES = {"PEERS_MODEL": "", "PEERS_DATABASE": ""}


@pytest.fixture
def stacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stacks"
    folder.mkdir()
    (folder / "speaking.py").write_text((HERE / "stacks" / "speaking.py").read_text())
    monkeypatch.setattr(process, "HERE", tmp_path)
    return folder


def test_a_stack_is_asked_over_lines_whatever_its_libraries_print(stacks: Path) -> None:
    (stacks / "echo.py").write_text(ECHO)

    with Process(Stack("echo", "echo"), VARIABLES) as asked:
        opened = asked.open("two", [("a", "bread"), ("b", "salt and bread")])
        found = asked.search("salt")
        many = asked.throughput(["bread"] * 20, threads=4)

    assert opened["rss_mb"] > 5
    assert found["ids"] == ["b"]
    assert 0 <= found["ms"] < 1000
    assert many["qps"] > 1


def test_a_stack_that_ends_is_named_with_its_last_words(stacks: Path) -> None:
    (stacks / "broken.py").write_text("raise SystemExit('no such library')")

    with (
        Process(Stack("broken", "broken"), VARIABLES) as asked,
        pytest.raises(StackFailed, match="no such library"),
    ):
        asked.open("two", [])


def test_each_stack_has_its_script_and_its_pinned_versions() -> None:
    for stack in STACKS:
        assert (HERE / "stacks" / f"{stack.script}.py").is_file()
        if stack.environment:
            lines = (HERE / "requirements" / f"{stack.environment}.txt").read_text().split()
            assert lines
            assert all("==" in line for line in lines)


def test_the_page_tells_ratios_and_names_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "DOCS", tmp_path)
    other = Stack("Other", "other", "other")
    figures = [
        Figures(BARE, ms=[10.0] * 40),
        Figures(OURS, ndcg={"c": [0.5, 0.7]}, ms=[12.0] * 40, questions_a_second=90),
        Figures(other, fault="cannot be installed: no wheel"),
    ]

    page.write(figures, [Collection("c", {"a": ("", "")}, {"q": "?"}, {})], minutes=3)

    told = (tmp_path / "peers.md").read_text()
    assert "| **archivebrain** | 0.600 | 0.600 | 12.0 | 12.0 | 1.20 | 90 |" in told
    assert "- Other: cannot be installed: no wheel" in told
    assert "(1 texts, 1 questions)" in told


def test_bars_are_as_long_as_their_values() -> None:
    drawn = ElementTree.fromstring(bars("t", {"a": 1.0, "b & c": 2.0}, marked="a", digits=1))

    svg = "{http://www.w3.org/2000/svg}"
    widths = [int(one.attrib["width"]) for one in drawn.iter(f"{svg}rect")]
    assert widths == [150, 300]
    assert [one.text for one in drawn.iter(f"{svg}text")] == ["t", "a", "1.0", "b & c", "2.0"]
