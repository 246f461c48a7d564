"""The embedding seam: text in, unit vectors out, each stamped with the model's fingerprint."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class EmbedderUnavailable(Exception):
    """The model cannot be loaded; the message says which, why and what to do."""


class Embedder(Protocol):
    """A model that maps texts to vectors.

    ``fingerprint``: 64 hex digits over weights, pooling and window (not over numeric
    precision). ``window_tokens``: the most tokens it reads, special ones included.
    """

    def __hash__(self) -> int:
        """What is remembered of a text is remembered by the model that made it."""
        ...

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def window_tokens(self) -> int: ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special ones included, never cut at the window."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """``(len(texts), dimensions)`` float32, unit length, in the order given."""
        ...
