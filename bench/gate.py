"""What share of questions the gate of the live lane lets through.

``python -m bench.gate FOLDER`` reads the questions of CISI, TimeQA and FreshQA from a folder
of test data, and the golden cases from there and from the sample archive.
"""

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from archivebrain.wording.outside import asks_for_live_fact

# Of questions that essays can answer, at most so many may cost a lookup.
MOST = 0.1


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a set's questions the gate lets through."""

    name: str
    let_through: int
    questions: int

    @property
    def part(self) -> float:
        return self.let_through / self.questions


def share(name: str, questions: list[str]) -> Share:
    return Share(name, sum(map(asks_for_live_fact, questions)), len(questions))


def timeless(folder: Path) -> Iterator[Share]:
    """The sets that essays could answer."""
    yield share("golden", list(_golden(folder)))
    cisi = _lines(folder / "data/retrieval/cisi/queries.jsonl")
    yield share("CISI", [line["text"] for line in cisi])
    timeqa = _lines(folder / "data/behaviour/timeqa/questions.jsonl")
    yield share("TimeQA", [line["question"] for line in timeqa])


def fresh(folder: Path) -> Iterator[Share]:
    """FreshQA by how fast its facts change: only the fast ones are what the lane is for."""
    path = folder / "data/behaviour/freshqa/freshqa.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(keepends=True)))
    for kind in ("fast-changing", "slow-changing", "never-changing"):
        asked = [row["question"] for row in rows if row["fact_type"] == kind]
        yield share(f"FreshQA, {kind}", asked)


def _golden(folder: Path) -> Iterator[str]:
    files = [
        Path("archivebrain/sample/golden.yaml"),
        *(folder / "data/golden").rglob("golden.yaml"),
    ]
    for path in files:
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]
        # A case that is marked so asks for a live fact on purpose.
        yield from (case["question"] for case in cases if not case.get("live_fact"))


def _lines(path: Path) -> Iterator[dict[str, str]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for found in (*timeless(folder), *fresh(folder)):
        sys.stdout.write(
            f"{found.name}: {found.let_through} of {found.questions} ({found.part:.0%})\n"
        )


if __name__ == "__main__":
    main()
