"""The real model: its window, its meaning, its precision."""

from pathlib import Path

import pytest

from retrieval.chunking import chunk
from retrieval.embedders import EmbedderUnavailable, embedder_named
from retrieval.embedders.folders import BUNDLED
from retrieval.embedders.local import LocalEmbedder, Precision
from tests.retrieval.embedders.test_folders import make_model

pytestmark = pytest.mark.torch

TEXTS = [
    "How do I undo a migration?",
    "A rope is only as good as its splice, and a splice as its last tuck.",
    "Remote work needs written follow-ups. " * 25,
    "def main():\n    return 42",
]


def test_vectors_are_those_of_fp32_to_four_nines() -> None:
    exact = LocalEmbedder.named("all-MiniLM-L6-v2", threads=1, precision=Precision.FP32)

    cosines = (exact.embed(TEXTS) * embedder_named(BUNDLED).embed(TEXTS)).sum(axis=1)

    assert exact.fingerprint == embedder_named(BUNDLED).fingerprint
    assert cosines.min() >= 0.9999


def test_a_question_is_nearer_to_its_answer_than_to_other_words() -> None:
    question, answer, other = embedder_named(BUNDLED).embed(
        [
            "What colour did the lighthouse lamp become?",
            "The lamp was painted green in spring.",
            "The timetable is a promise.",
        ]
    )

    assert question @ answer > question @ other + 0.2


def test_a_folder_that_is_no_model_is_refused_when_first_used(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "empty")
    (folder / "tokenizer.json").write_text("{broken")
    embedder = LocalEmbedder.named(str(folder), threads=1)

    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_MODEL"):
        embedder.count_tokens(["x"])
    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_MODEL"):
        embedder.embed(["x"])


@pytest.mark.data
def test_no_text_of_the_long_account_is_cut_at_the_window(test_data: Path) -> None:
    body = (test_data / "bugcases" / "EM-01" / "lamp.md").read_text().split("---\n", 2)[2]
    embedder = embedder_named(BUNDLED)

    pieces = chunk(
        body,
        title="The Keeper's Long Account",
        count_tokens=embedder.count_tokens,
        window_tokens=embedder.window_tokens,
    )
    vectors = embedder.embed([piece.embedded for piece in pieces])
    question = embedder.embed(["What colour did the lighthouse lamp become?"])[0]

    assert max(embedder.count_tokens([piece.embedded for piece in pieces])) <= 256
    nearest = sorted(range(len(pieces)), key=lambda at: -float(vectors[at] @ question))[:3]
    assert any("painted green" in pieces[at].plain for at in nearest)
