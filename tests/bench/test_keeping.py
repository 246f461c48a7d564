"""Vectors are paid for once, whoever asks for them again."""

from pathlib import Path

import numpy as np

from bench.keeping import KeepingEmbedder
from tests.retrieval.conftest import CountingEmbedder
from tests.retrieval.hashed import HashedEmbedder


def test_only_what_is_not_kept_yet_is_embedded_and_the_order_is_the_callers(
    tmp_path: Path,
) -> None:
    first, again = (CountingEmbedder(HashedEmbedder()) for _ in range(2))
    KeepingEmbedder(first, tmp_path).embed(["a rope", "bread"])

    vectors = KeepingEmbedder(again, tmp_path).embed(["bread", "a quay", "a rope"])

    assert again.texts == ["a quay"]
    np.testing.assert_array_equal(vectors, HashedEmbedder().embed(["bread", "a quay", "a rope"]))


def test_another_models_vectors_are_never_taken(tmp_path: Path) -> None:
    KeepingEmbedder(HashedEmbedder(), tmp_path).embed(["a rope"])
    other = CountingEmbedder(HashedEmbedder(name="another"))

    KeepingEmbedder(other, tmp_path).embed(["a rope"])

    assert other.texts == ["a rope"]
    assert KeepingEmbedder(other, tmp_path).embed([]).shape == (0, 64)
