"""A deterministic stand-in for a model: texts are near where they share words."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from retrieval.embedders.base import Vectors


@dataclass(frozen=True, slots=True)
class HashedEmbedder:
    """Each word adds one fixed direction; for tests and trials, never for readers."""

    name: str = "hashed"
    dimensions: int = 64
    window_tokens: int = 256

    @property
    def fingerprint(self) -> str:
        return sha256(f"{self.name}/{self.dimensions}/{self.window_tokens}".encode()).hexdigest()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) + 2 for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.array([self._sum(text) for text in texts], dtype=np.float32)
        vectors = vectors.reshape(len(texts), self.dimensions)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def _sum(self, text: str) -> Vectors:
        # The constant keeps a text without words from being no direction at all.
        vector = np.full(self.dimensions, 0.01, dtype=np.float32)
        for word in text.lower().split():
            digest = sha256(word.strip(".,:;?!\"'()").encode()).digest()
            vector[int.from_bytes(digest[:4], "big") % self.dimensions] += 1
        return vector
