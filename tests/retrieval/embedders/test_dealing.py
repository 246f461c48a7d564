"""Batches hold texts of like lengths, however many threads they are dealt out to."""

import threading
from collections.abc import Sequence

import numpy as np
import pytest

from retrieval.embedders.base import Vectors
from retrieval.embedders.dealing import BATCH_SIZE, dealt_out, in_batches


def lengths_of(texts: Sequence[str]) -> list[int]:
    return [int(text) for text in texts]


def padded(lengths: Sequence[int]) -> int:
    """What is computed for these texts, in batches as they are made."""
    return sum(len(batch) * max(lengths[at] for at in batch) for batch in in_batches(lengths))


def test_every_place_stands_in_one_batch_and_none_is_overfull() -> None:
    batches = in_batches([3, 1, 2] * 7)

    assert sorted(place for batch in batches for place in batch) == list(range(21))
    assert [len(batch) for batch in batches] == [8, 8, 5]
    assert in_batches([]) == []


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_pad_no_more_than_one_and_each_text_gets_its_own_vector(threads: int) -> None:
    random = np.random.default_rng(4)
    texts = [str(length) for length in random.integers(1, 257, size=128)]
    hands, lock = [], threading.Lock()

    def encode(hand: Sequence[str]) -> Vectors:
        with lock:
            hands.append(lengths_of(hand))
        return np.array([[float(text)] for text in hand], dtype=np.float32)

    vectors = dealt_out(texts, threads=threads, count_tokens=lengths_of, encode=encode)

    assert vectors[:, 0].tolist() == [float(text) for text in texts]
    assert len(hands) == threads
    assert sum(padded(hand) for hand in hands) == padded(lengths_of(texts))
    assert max(map(len, hands)) - min(map(len, hands)) <= BATCH_SIZE
