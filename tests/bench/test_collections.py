"""The score that our figures of quality are made of."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.collections import Collection, ndcg_at_10, read_collection

GRADES = st.dictionaries(st.sampled_from("abcdefghijklm"), st.integers(0, 3), max_size=13)


@pytest.mark.parametrize(
    ("found", "grades", "score"),
    [
        (["a"], {"a": 1}, 1.0),
        (["x", "a"], {"a": 1}, 1 / math.log2(3)),
        (["a", "b"], {"b": 1, "c": 1}, (1 / math.log2(3)) / (1 + 1 / math.log2(3))),
        (["b", "a"], {"a": 2, "b": 1}, (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))),
        ([*"0123456789", "a"], {"a": 1}, 0.0),
        ([], {"a": 1}, 0.0),
        (["a"], {}, 0.0),
    ],
    ids=["first", "second", "one of two", "swapped", "eleventh", "nothing found", "none right"],
)
def test_a_score_written_out(found: list[str], grades: dict[str, int], score: float) -> None:
    assert ndcg_at_10(found, grades) == pytest.approx(score)


@given(GRADES, st.permutations("abcdefghijklm"))
def test_the_best_order_scores_1_and_no_other_more(
    grades: dict[str, int], order: list[str]
) -> None:
    best = sorted(grades, key=lambda name: -grades[name])

    assert 0 <= ndcg_at_10(order, grades) <= 1 + 1e-9
    assert ndcg_at_10(best, grades) == pytest.approx(1 if any(grades.values()) else 0)


def test_a_collection_keeps_only_questions_that_are_judged(tmp_path: Path) -> None:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("q\tt\tgrade\n1\ta\t2\n1\tb\t0\n2\tb\t0\n")
    texts = [{"_id": "a", "title": "A", "text": "One."}, {"_id": "b", "text": "Two."}]
    asked = [{"_id": "1", "text": "What?"}, {"_id": "2", "text": "Why?"}]
    for name, rows in (("corpus", texts), ("queries", asked)):
        lines = "\n".join(json.dumps(row) for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines)

    assert read_collection(tmp_path) == Collection(
        tmp_path.name, {"a": ("A", "One."), "b": ("", "Two.")}, {"1": "What?"}, {"1": {"a": 2}}
    )
