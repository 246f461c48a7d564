"""The lane seam: one way of finding chunks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from retrieval.embedders.base import Vectors
from retrieval.types import Scope


@dataclass(frozen=True, slots=True)
class Query:
    """A question as lanes need it: its words, and its vector with the model's fingerprint.

    ``vector``: ``(dimensions,)`` float32, unit length; None while no embedder answers.
    """

    text: str
    vector: Vectors | None
    fingerprint: str


class Lane(Protocol):
    """Returns ids of chunks within the scope, best first, ties in a fixed order."""

    name: str

    def find(self, query: Query, scope: Scope, *, limit: int) -> Sequence[int]: ...
