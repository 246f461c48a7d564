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
    faults = placed(_faults_among(rows), rows)
    # Counted apart, so that a reader of no rows cannot pass for a ledger without any.
    return LedgerReport(Position.objects.count(), len(rows), faults)


def stored_faults() -> tuple[RowFault, ...]:
    """All faults of the stored rows, without a look at any other essay than their own."""
    return _faults_among(stored_rows())


def checked_faults(rows: Collection[Row], *, concepts: frozenset[str]) -> tuple[RowFault, ...]:
    """All faults of some rows in order, held against the essays as they are stored now."""
    essays = texts_of({row.essay for row in rows})
    return tuple(
        sorted(
            faults_of(list(rows), essays=essays, concepts=concepts),
            key=lambda fault: (fault.line, fault.key),
        )
    )


def new_faults(row: Row, *, instead_of: str = "") -> tuple[RowFault, ...]:
    """What would be wrong with the ledger, and is not now, if a row stood in it.

    ``instead_of``: the key of the row in whose place it would stand; those that name it go
    on to do so.
    """
    stored = [_renamed(one, instead_of, row.key) for one in stored_rows()]
    known = {(fault.key, fault.sentence) for fault in _faults_among(stored)}
    after = [*(one for one in stored if one.key != row.key), row]
    return tuple(
        fault for fault in _faults_among(after) if (fault.key, fault.sentence) not in known
    )


def _faults_among(rows: Collection[Row]) -> tuple[RowFault, ...]:
    return checked_faults(rows, concepts=_known_concepts())


def _renamed(row: Row, old: str, new: str) -> Row:
    if not old:
        return row
    key, earlier, again = (
        new if name == old else name for name in (row.key, row.supersedes, row.reaffirms)
    )
    return replace(row, key=key, supersedes=earlier, reaffirms=again)


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


def placed(faults: Collection[RowFault], rows: Iterable[Row]) -> tuple[RowFault, ...]:
    """The faults; one of a receipt that is true in another essay says in which.

    Reads the whole archive once if any receipt is lost, so only what is printed asks for it.
    """
    keyed = {row.key: row for row in rows}
    lost = {
        fault.key: keyed[fault.key]
        for fault in faults
        if fault.receipt and fault.receipt.verdict is Verdict.NOT_FOUND
    }
    places = _places_of(list(lost.values())) if lost else {}
    return tuple(
        replace(fault, sentence=f"{fault.sentence} It stands in {places[fault.key]!r}.")
        if fault.receipt and fault.key in places
        else fault
        for fault in faults
    )


def _places_of(rows: Collection[Row]) -> Mapping[str, str]:
    """By the key of a row, the first other essay in which its receipt stands."""
    found: dict[str, str] = {}
    for slug, body in Essay.objects.order_by("slug").values_list("slug", "body").iterator():
        for row in rows:
            if row.essay != slug and row.key not in found and exact_match(row.receipt, body):
                found[row.key] = slug
    return found
