"""A collection as arrays: all that ranking needs, read once from the brain's own index.

With them a way of ranking is tried in milliseconds and without a server; vectors, words and
lengths are those that the lanes use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.embedders.base import Vectors

Scores = NDArray[np.float64]
Places = NDArray[np.int64]
# For each word the chunks that hold it, and how often each does.
Held = Mapping[str, tuple[Places, Scores]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its vector, its words and the grades of the texts it should find."""

    vector: Vectors
    lexemes: Mapping[str, float]
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Rows of ``vectors`` and ``lengths`` are chunks; ``texts`` says which text each is of."""

    name: str
    texts: Sequence[str]
    vectors: Vectors
    lengths: Scores
    held: Held
    titles: Held
    asked: Sequence[Asked]
