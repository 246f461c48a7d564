"""Labels passages current, historical or record-only from the ledger's rows; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

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
    """Whether the receipt, or a sentence of it, stands in the passage."""
    if passage.essay.slug != row.essay_slug:
        return False
    pieces = [piece for piece in split(row.receipt) if len(piece) >= MIN_PIECE_CHARACTERS]
    return any(exact_match(piece, passage.text) for piece in (row.receipt, *pieces))


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
