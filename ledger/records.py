"""Tells a search what the ledger knows of its passages: later dates inside them, and buckets."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from ledger.buckets import labelled, rows_in
from ledger.models import Position
from ledger.positions import standing
from ledger.types import Basis, DatedPosition
from retrieval.models import Chunk
from retrieval.passages import passages_of
from retrieval.types import Passage, Scope


class LedgerRecord:
    """What retrieval asks of whoever keeps a record of the author's views."""

    def dates(self, chunk_ids: Collection[int]) -> Mapping[int, date]:
        """The dates of updates that were written into essays later, by the chunks they stand in."""
        slugs = Chunk.objects.filter(pk__in=chunk_ids).values("essay__slug")
        updated = Position.objects.filter(basis=Basis.IN_TEXT.value, essay_slug__in=slugs)
        essays = sorted(set(updated.values_list("essay_slug", flat=True)))
        if not essays:
            return {}
        passages = labelled(passages_of(essays, scope=Scope()), standing(essays, as_of=None))
        return {one.chunk_id: one.dated for one in passages if one.dated}

    def labelled(self, passages: Sequence[Passage], *, as_of: date | None) -> tuple[Passage, ...]:
        """Each with its bucket as of the day; what holds an update of a later day is left out."""
        rows = standing({one.essay.slug for one in passages}, as_of=as_of)
        written = written_by(as_of, passages)
        return labelled(written, rows) if rows else tuple(written)


def written_by(as_of: date | None, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages without those that hold an update of a later day: nobody knew it then."""
    if as_of is None:
        return tuple(passages)
    later = _later(standing({one.essay.slug for one in passages}, as_of=None), as_of)
    return tuple(one for one in passages if not rows_in(one, later))


def _later(rows: Iterable[DatedPosition], as_of: date) -> list[DatedPosition]:
    return [row for row in rows if row.basis is Basis.IN_TEXT and (row.dated or as_of) > as_of]
