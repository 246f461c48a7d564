"""The lane seam: one way of finding chunks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from retrieval.embedders.base import Vectors
from retrieval.facts import Fact
from retrieval.tallies import Corpus
from retrieval.types import Scope


@dataclass(frozen=True, slots=True)
class Query:
    """A question as lanes need it: its words, and its vector with the model's fingerprint.

    ``vector``: ``(dimensions,)`` float32, unit length; None while no embedder answers.
    ``corpus``: what the searched tier counts.
    """

    text: str
    vector: Vectors | None
    fingerprint: str
    corpus: Corpus


class Hit(NamedTuple):
    """A chunk that a lane found, and how well it fits by the lane's own measure.

    ``score``: higher is better, comparable within one question; None where the lane has an
    order and no measure.
    """

    chunk_id: int
    score: float | None


class Found(NamedTuple):
    """What a lane found, best first, and what it measured besides, as it was asked to."""

    hits: Sequence[Hit]
    measured: Mapping[int, float] = {}


class Lane(Protocol):
    """One way of finding chunks within a scope.

    ``uses_vector``: whether it asks for the question's vector. ``ceiling``: the most that its
    measure can give; None where that has no bound.
    """

    name: str
    uses_vector: bool
    ceiling: float | None

    def find(
        self, query: Query, scope: Scope, *, limit: int, beside: Collection[int] = ()
    ) -> Found:
        """The best, ties in a fixed order.

        ``beside``: chunks that other lanes found already, in the same scope; a lane that can
        measure them in passing does.
        """
        ...

    def score(
        self, query: Query, scope: Scope, chunks: Sequence[Fact]
    ) -> Mapping[int, float] | None:
        """What ``find`` would give these chunks if its limit reached them.

        They are of the scope. A chunk without a measure here is left out. None from a lane that
        has an order alone.
        """
        ...
