"""What apps above know of passages; this one knows nothing of them, so they add their own."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Protocol

from retrieval.types import Passage


class Record(Protocol):
    """Knows when words inside an essay were said, and what a passage may be used for."""

    def dates(self, chunk_ids: Collection[int]) -> Mapping[int, date]:
        """The dates of chunks that hold a later update than their essay."""

    def labelled(self, passages: Sequence[Passage], *, as_of: date | None) -> tuple[Passage, ...]:
        """The passages with their buckets, as of a day without what nobody had written yet."""


RECORDS: list[Record] = []
