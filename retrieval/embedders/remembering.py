"""Vectors kept in memory: the same sentences are measured for one question after another."""

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from retrieval.embedders.base import Embedder, Vectors


class RememberedVectors:
    """The vectors of the ``room`` texts asked for last, each by the model that made it.

    A vector of 384 float32 takes 1.5 kB beside its text. Safe for threads: two that miss
    the same text at once both embed it.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._vectors: OrderedDict[tuple[str, str], Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def embed(self, embedder: Embedder, texts: Sequence[str]) -> Vectors:
        """As ``embedder.embed``, which is asked only for what is not remembered."""
        keys = [(embedder.fingerprint, text) for text in texts]
        found = self._recall(keys)
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            made = embedder.embed([text for _, text in missing])
            found |= zip(missing, made, strict=True)
            self._keep(found)
        return np.asarray([found[key] for key in keys], dtype=np.float32)

    def _recall(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Vectors]:
        with self._lock:
            found = {key: self._vectors[key] for key in keys if key in self._vectors}
            for key in found:
                self._vectors.move_to_end(key)
        return found

    def _keep(self, found: dict[tuple[str, str], Vectors]) -> None:
        with self._lock:
            self._vectors.update(found)
            while len(self._vectors) > self._room:
                self._vectors.popitem(last=False)
