"""The experiment seam: another way to search, tried beside the answers."""

from collections.abc import Sequence
from typing import Protocol

from retrieval.types import Scope


class Experiment(Protocol):
    """Gives ids of chunks, best first, as answers would be made of them were it live."""

    name: str

    def find(self, question: str, scope: Scope, *, limit: int) -> Sequence[int]: ...
