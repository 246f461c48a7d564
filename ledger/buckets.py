"""Labels passages current, historical or record-only from the ledger's rows; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from ledger.types import Basis, DatedPosition, Lifecycle
from retrieval.quoting import exact_match
from retrieval.sentences import split
from retrieval.types import Bucket, Passage

# A receipt may be cut where two chunks meet; a piece shorter than this could stand anywhere.
MIN_PIECE_CHARACTERS = 25


def labelled(
    passages: Iterable[Passage], positions: Sequence[DatedPosition]
) -> tuple[Passage, ...]:
    """Each passage with its bucket, and with the date of a later update that it holds.

    A passage that holds a view still held is current, whatever else it holds. A notice of
    retraction is the reason for one and labels nothing.
    """
    return tuple(_labelled(passage, rows_in(passage, positions)) for passage in passages)


def rows_in(passage: Passage, positions: Iterable[DatedPosition]) -> tuple[DatedPosition, ...]:
    """The rows whose receipts stand in the passage."""
    return tuple(row for row in positions if holds(passage, row))


def holds(passage: Passage, row: DatedPosition) -> bool:
    """Whether the row's receipt stands in the passage, and the passage in its essay."""
    return passage.essay.slug == row.essay_slug and bears(passage, row.receipt)


def bears(passage: Passage, receipt: str) -> bool:
    """Whether the receipt, or a sentence of it, stands in the passage."""
    return _stands_in(receipt, passage.text)


# The same few are looked for in every passage that a search finds; an edited one is another.
@lru_cache(maxsize=16_384)
def _stands_in(receipt: str, text: str) -> bool:
    pieces = (receipt, *(one for one in split(receipt) if len(one) >= MIN_PIECE_CHARACTERS))
    return any(exact_match(piece, text) for piece in pieces)


def _labelled(passage: Passage, rows: Sequence[DatedPosition]) -> Passage:
    return replace(passage, bucket=_bucket(rows), dated=_updated(rows))


def _bucket(rows: Iterable[DatedPosition]) -> Bucket:
    """A view that was said again after it was given up is no view of today either."""
    views = [row for row in rows if not row.is_notice]
    if not views or any(row.is_current for row in views):
        return Bucket.CURRENT
    if any(row.lifecycle is Lifecycle.RETRACTED for row in views):
        return Bucket.RECORD_ONLY
    return Bucket.HISTORICAL


def _updated(rows: Iterable[DatedPosition]) -> date | None:
    dates = [row.dated for row in rows if row.basis is Basis.IN_TEXT and row.dated]
    return max(dates, default=None)
