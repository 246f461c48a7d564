"""Reads public test collections (questions, texts, judgements) and scores an order by nDCG."""

import csv
import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Collection:
    """``texts``: id to (title, text). ``judged``: question id to grades by text id."""

    name: str
    texts: Mapping[str, tuple[str, str]]
    questions: Mapping[str, str]
    judged: Mapping[str, Mapping[str, int]]


def read_collection(folder: Path) -> Collection:
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    with (folder / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        for question, text, grade in list(csv.reader(file, delimiter="\t"))[1:]:
            if int(grade) > 0:
                judged[question][text] = int(grade)
    texts = {
        row["_id"]: (row.get("title", ""), row["text"]) for row in _rows(folder / "corpus.jsonl")
    }
    questions = {row["_id"]: row["text"] for row in _rows(folder / "queries.jsonl")}
    kept = {key: text for key, text in questions.items() if key in judged}
    return Collection(folder.name, texts, kept, judged)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def ndcg_at_10(found: Sequence[str], grades: Mapping[str, int]) -> float:
    """1 for the best possible first ten, 0 for none that is judged right."""
    best = sorted(grades.values(), reverse=True)
    ideal = _discounted(best)
    return _discounted([grades.get(one, 0) for one in found]) / ideal if ideal else 0.0


def _discounted(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades[:10], start=1))
