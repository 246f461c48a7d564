"""Validates the stored ledger: the report that stands between it and a deploy.

Nothing is repaired here. A validator that saw no rows although there are some is red.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from ledger.models import Concept, Position
from ledger.receipts import Verdict
from ledger.rules import EssayText, Row, RowFault, faults_of
from ledger.types import Basis, Change
from retrieval.models import Essay
from retrieval.quoting import exact_match
from retrieval.types import Visibility


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """How many rows there are, how many were checked, and every fault."""

    stored: int
    checked: int
    faults: tuple[RowFault, ...]

    @property
    def is_clean(self) -> bool:
        return not self.faults and self.checked == self.stored

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every reason why the ledger is not clean."""
        unseen = self.stored - self.checked
        missed = (f"{unseen} of {self.stored} rows were not checked.",) if unseen else ()
        return missed + tuple(f"{fault.key}: {fault.sentence}" for fault in self.faults)


def validate() -> LedgerReport:
    """Check every stored row against every rule."""
    rows = stored_rows()
    faults = checked_faults(rows, concepts=_known_concepts())
    # Counted apart, so that a reader of no rows cannot pass for a ledger without any.
    return LedgerReport(Position.objects.count(), len(rows), faults)


def checked_faults(rows: Collection[Row], *, concepts: frozenset[str]) -> tuple[RowFault, ...]:
    """All faults of some rows in order, held against the essays as they are stored now."""
    essays = texts_of({row.essay for row in rows})
    keyed = {row.key: row for row in rows}
    faults = sorted(
        faults_of(list(rows), essays=essays, concepts=concepts),
        key=lambda fault: (fault.line, fault.key),
    )
    return tuple(_with_place(fault, keyed[fault.key]) for fault in faults)


def faults_with(row: Row, *, instead_of: str = "") -> tuple[str, ...]:
    """What would be wrong with a row if it stood in the ledger, in the place of another."""
    others = [stored for stored in stored_rows() if stored.key not in {row.key, instead_of}]
    faults = checked_faults([*others, row], concepts=_known_concepts())
    return tuple(fault.sentence for fault in faults if fault.key == row.key)


def stored_rows() -> tuple[Row, ...]:
    """Every row of the ledger, hidden ones too, in the order of their keys."""
    positions = Position.objects.select_related("concept", "supersedes", "reaffirms")
    return tuple(map(row_of, positions.order_by("key")))


def texts_of(slugs: Iterable[str]) -> Mapping[str, EssayText]:
    """The essays that rows are held against, whoever may read them."""
    found = Essay.objects.filter(slug__in=set(slugs)).values_list(
        "slug", "body", "published_on", "visibility"
    )
    return {
        slug: EssayText(body, published, Visibility(visibility))
        for slug, body, published, visibility in found
    }


def _known_concepts() -> frozenset[str]:
    return frozenset(Concept.objects.values_list("slug", flat=True))


def row_of(position: Position) -> Row:
    """A stored row, or one that is about to be, as it is checked."""
    return Row(
        key=position.key,
        concept=position.concept.slug,
        essay=position.essay_slug,
        dated=position.dated,
        basis=Basis(position.basis),
        receipt=position.receipt,
        change=Change(position.change) if position.change else None,
        supersedes=position.supersedes.key if position.supersedes else "",
        reaffirms=position.reaffirms.key if position.reaffirms else "",
        retracted=position.retracted_on,
    )


def _with_place(fault: RowFault, row: Row) -> RowFault:
    """The fault; of a receipt that is true in another essay, it says in which."""
    if fault.receipt is None or fault.receipt.verdict is not Verdict.NOT_FOUND:
        return fault
    others = Essay.objects.exclude(slug=row.essay).order_by("slug").values_list("slug", "body")
    for slug, body in others.iterator():
        if exact_match(row.receipt, body):
            return replace(fault, sentence=f"{fault.sentence} It stands in {slug!r}.")
    return fault
