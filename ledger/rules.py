"""What a ledger's rows may say of each other, of their essays and of days; pure.

Every rule yields all of its faults, so that an author mends a file once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ledger.dating import stands_in
from ledger.receipts import ReceiptCheck, check
from ledger.types import Basis, Change
from retrieval.types import Visibility


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is checked; ``line`` is its place in a file, 0 for a stored row."""

    key: str
    concept: str
    essay: str
    dated: date | None
    basis: Basis
    receipt: str
    change: Change | None = None
    supersedes: str = ""
    reaffirms: str = ""
    retracted: date | None = None
    line: int = 0

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The rows that it names, each with the word that it names it by."""
        named = (("supersedes", self.supersedes), ("reaffirms", self.reaffirms))
        return tuple((word, key) for word, key in named if key)


@dataclass(frozen=True, slots=True)
class EssayText:
    """What a row is held against: an essay's text, date and visibility."""

    text: str
    published: date | None
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong with a row, as a sentence; ``receipt`` is there if it is the receipt."""

    line: int
    key: str
    sentence: str
    receipt: ReceiptCheck | None = None


def faults_of(
    rows: Sequence[Row], *, essays: Mapping[str, EssayText], concepts: frozenset[str]
) -> Iterator[RowFault]:
    """Every fault of every row. ``concepts``: the slugs that a row may name."""
    by_key = {row.key: row for row in rows}
    for row in rows:
        if row.concept not in concepts:
            yield _fault(row, f"the concept {row.concept!r} is not known; add it to concepts.")
        yield from _change_faults(row)
        yield from _retraction_faults(row)
        yield from _link_faults(row, by_key)
        yield from _essay_faults(row, essays.get(row.essay))
    yield from _rivals(rows)
    yield from _cycles(by_key)


def _fault(row: Row, sentence: str, receipt: ReceiptCheck | None = None) -> RowFault:
    return RowFault(row.line, row.key, sentence, receipt)


def _change_faults(row: Row) -> Iterator[RowFault]:
    """A change names what it changes, and a link says how."""
    match row.change:
        case Change.REAFFIRMED:
            if not row.reaffirms:
                yield _fault(row, "reaffirmed needs the row that it reaffirms; add reaffirms.")
            if row.supersedes:
                yield _fault(row, "reaffirmed supersedes nothing; write refined or reversed.")
        case Change.REFINED | Change.REVERSED | Change.RETRACTED:
            if not row.supersedes:
                yield _fault(row, f"{row.change} needs the row that it changes; add supersedes.")
            if row.reaffirms:
                yield _fault(row, f"{row.change} reaffirms nothing; take reaffirms out.")
        case None:
            for word, key in row.links:
                yield _fault(row, f"it {word} {key!r} and does not say how; add change.")


def _retraction_faults(row: Row) -> Iterator[RowFault]:
    if row.change is Change.RETRACTED and row.retracted:
        yield _fault(row, "a notice is nobody's view and cannot be withdrawn; leave out retracted.")
    if row.retracted and row.dated and row.retracted < row.dated:
        yield _fault(row, f"it is retracted on {row.retracted}, before it was held ({row.dated}).")


def _link_faults(row: Row, by_key: Mapping[str, Row]) -> Iterator[RowFault]:
    for word, key in row.links:
        earlier = by_key.get(key)
        if earlier is None:
            yield _fault(row, f"it {word} {key!r}, and there is no such row.")
            continue
        if earlier.concept != row.concept:
            yield _fault(row, f"it {word} {key!r}, which is on another concept.")
        if row.dated and earlier.dated and row.dated < earlier.dated:
            yield _fault(
                row, f"it {word} {key!r}, which is later: {earlier.dated}, not before {row.dated}."
            )


def _essay_faults(row: Row, essay: EssayText | None) -> Iterator[RowFault]:
    if essay is None:
        sentence = f"the essay {row.essay!r} is not there; import it, or mend the slug."
        yield _fault(row, sentence, check(row.receipt, None))
        return
    if essay.visibility is not Visibility.PUBLIC:
        yield _fault(row, f"the essay {row.essay!r} is not public, but {essay.visibility}.")
    yield from _date_faults(row, essay)
    checked = check(row.receipt, essay.text)
    if checked.fault:
        yield _fault(row, checked.fault, checked)


def _date_faults(row: Row, essay: EssayText) -> Iterator[RowFault]:
    match row.basis:
        case Basis.UNDATED:
            if row.dated:
                yield _fault(row, f"it is undated and has the date {row.dated}; keep one of them.")
        case Basis.IN_TEXT:
            if row.dated is None:
                yield _fault(row, "in_text needs the date that stands in the text; add dated.")
            elif not stands_in(row.dated, essay.text):
                yield _fault(row, f"the date {row.dated} does not stand in the essay's text.")
        case Basis.PUBLISHED:
            if row.dated is None:
                yield _fault(row, "it has no date; write the essay's, or the basis undated.")
            elif essay.published is None:
                yield _fault(row, "the essay's date is not known; write the basis undated.")
            elif row.dated != essay.published:
                yield _fault(
                    row, f"it is dated {row.dated}, but the essay is dated {essay.published}."
                )


def _rivals(rows: Sequence[Row]) -> Iterator[RowFault]:
    """Two rows that supersede one: nobody could tell which of them holds."""
    successors: dict[str, list[Row]] = {}
    for row in rows:
        if row.supersedes:
            successors.setdefault(row.supersedes, []).append(row)
    for key, rivals in successors.items():
        if len(rivals) > 1:
            names = " and ".join(repr(row.key) for row in rivals)
            for row in rivals:
                yield _fault(row, f"{names} all supersede {key!r}; let one supersede the other.")


def _cycles(by_key: Mapping[str, Row]) -> Iterator[RowFault]:
    """Rows from which one comes back to themselves: none of them could come first."""
    for row in by_key.values():
        seen: dict[str, None] = {}
        open_keys = [key for _, key in row.links]
        while open_keys:
            key = open_keys.pop()
            if key in by_key and key not in seen:
                seen[key] = None
                open_keys += [named for _, named in by_key[key].links]
        if row.key in seen:
            yield _fault(row, f"it comes back to itself over {' and '.join(map(repr, seen))}.")
