"""Remembered vectors are the model's own, and a model is asked only for what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from retrieval.embedders.base import EmbedderUnavailable, Vectors
from retrieval.embedders.remembering import RememberedVectors


@dataclass
class Counting:
    """Turns a text into its length, and keeps what it was asked."""

    fingerprint: str = "one"
    name: str = "counting"
    dimensions: int = 2
    window_tokens: int = 8
    asked: list[list[str]] = field(default_factory=list)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return np.array([[len(text), len(self.fingerprint)] for text in texts], dtype=np.float32)


def test_each_text_is_embedded_once_and_given_back_in_the_order_asked() -> None:
    model, vectors = Counting(), RememberedVectors(room=10)

    first = vectors.embed(model, ["a", "bbb", "a"])
    second = vectors.embed(model, ["cc", "bbb"])

    assert first[:, 0].tolist() == [1, 3, 1]
    assert second[:, 0].tolist() == [2, 3]
    assert second.dtype == np.float32
    assert model.asked == [["a", "bbb"], ["cc"]]


def test_another_model_never_gets_the_vectors_of_the_first() -> None:
    vectors = RememberedVectors(room=10)
    vectors.embed(Counting(), ["a"])
    other = Counting(fingerprint="another")

    assert vectors.embed(other, ["a"])[0, 1] == len("another")
    assert other.asked == [["a"]]


def test_what_was_not_asked_for_longest_is_forgotten_first() -> None:
    model, vectors = Counting(), RememberedVectors(room=2)
    vectors.embed(model, ["a", "b"])
    vectors.embed(model, ["a", "c"])

    vectors.embed(model, ["a"])
    vectors.embed(model, ["b"])

    assert model.asked == [["a", "b"], ["c"], ["b"]]


def test_more_texts_at_once_than_there_is_room_for_all_come_back() -> None:
    assert len(RememberedVectors(room=1).embed(Counting(), ["a", "b", "c"])) == 3


def test_a_model_that_fails_leaves_nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    model, vectors = Counting(), RememberedVectors(room=2)

    def down(texts: Sequence[str]) -> Vectors:
        raise EmbedderUnavailable("down")

    with monkeypatch.context() as broken:
        broken.setattr(model, "embed", down)
        with pytest.raises(EmbedderUnavailable):
            vectors.embed(model, ["a"])

    assert vectors.embed(model, ["a"])[0, 0] == 1
