"""Imports the author's ledger; a file with one fault in it changes nothing.

A row that has left the file stays and is named: a ledger forgets nothing by accident.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db import transaction

from ledger.models import Concept, Position
from ledger.rules import Row
from ledger.saving import save_concepts, save_positions
from ledger.types import Basis, Change
from ledger.validation import checked_faults, placed, stored_faults, stored_rows
from retrieval.corpus.author_files import Fault, FaultyFile, Key, Kind, Record, survey
from retrieval.corpus.dates import read_stamp
from retrieval.graph import seed_graph

_TEXT, _NEEDED = Key(Kind.TEXT), Key(Kind.TEXT, is_required=True)
_SECTIONS = {
    "concepts": {"slug": _NEEDED, "name": _NEEDED, "aliases": Key(Kind.TEXTS)},
    "positions": {
        **dict.fromkeys(("id", "concept", "stance", "essay", "receipt"), _NEEDED),
        **dict.fromkeys(
            ("dated", "basis", "supersedes", "reaffirms", "change", "because", "retracted", "note"),
            _TEXT,
        ),
    },
}


_REQUIRED = [name for name, key in _SECTIONS["positions"].items() if key.is_required]

Word = TypeVar("Word", Basis, Change)


@dataclass(frozen=True, slots=True)
class LedgerImport:
    """What an import did; ``kept`` are the rows and concepts that the file does not name."""

    new: int
    changed: int
    unchanged: int
    kept: tuple[str, ...]


def import_ledger(data: bytes) -> LedgerImport:
    """Take in every row of the file, or raise FaultyFile and take none."""
    records, faults = survey(data, _SECTIONS)
    concepts, positions = records["concepts"], records["positions"]
    with transaction.atomic():
        # Two imports at once would each check against rows that the other changes.
        list(Position.objects.select_for_update())
        faults += [*_concept_faults(concepts), *_repeated(positions, "id")]
        rows = [_row(record, faults) for record in positions]
        faults += _rule_faults(rows, concepts, positions)
        if faults:
            raise FaultyFile(list(dict.fromkeys(faults)))
        save_concepts(concepts)
        new, changed = save_positions(list(zip(rows, positions, strict=True)))
        seed_graph()
        return LedgerImport(new, changed, len(rows) - new - changed, _kept(rows, concepts))


def _kept(rows: Sequence[Row], concepts: Sequence[Record]) -> tuple[str, ...]:
    keys = Position.objects.exclude(key__in=[row.key for row in rows])
    slugs = Concept.objects.exclude(slug__in=[record.texts["slug"] for record in concepts])
    return (
        *keys.order_by("key").values_list("key", flat=True),
        *slugs.order_by("slug").values_list("slug", flat=True),
    )


def _repeated(records: Sequence[Record], name: str) -> Iterator[Fault]:
    lines: dict[str, int] = {}
    for record in records:
        value = record.texts.get(name)
        if value and value in lines:
            yield Fault(record.line, f"the {name} {value!r} stands in line {lines[value]} already.")
        elif value:
            lines[value] = record.line


def _concept_faults(records: Sequence[Record]) -> Iterator[Fault]:
    """Two concepts under one name: nobody could tell which one a reader means."""
    yield from _repeated(records, "slug")
    slugs = {record.texts.get("slug") for record in records}
    owners = {
        name.casefold(): f"the stored concept {concept.slug!r}"
        for concept in Concept.objects.exclude(slug__in=slugs - {None})
        for name in (concept.name, *concept.aliases)
    }
    for record in records:
        slug = record.texts.get("slug", "")
        if any(character.isspace() or character in "/?#" for character in slug):
            yield Fault(
                record.line, f"the slug {slug!r} is not one word; write {'-'.join(slug.split())!r}."
            )
        names = (record.texts.get("name", ""), *record.lists.get("aliases", ()))
        for name in dict.fromkeys(name.casefold() for name in names if name):
            if name in owners:
                yield Fault(record.line, f"{name!r} is already a name of {owners[name]}.")
            owners.setdefault(name, f"the concept in line {record.line}")


def _row(record: Record, faults: list[Fault]) -> Row:
    """The row as it will be checked; what cannot be read is a fault, and is left out of it."""
    found = len(faults)
    dated = _day(record, "dated", faults)
    basis = _word(record, "basis", Basis, faults) or Basis.PUBLISHED
    if len(faults) > found:
        dated, basis = None, Basis.UNDATED
    found = len(faults)
    change = _word(record, "change", Change, faults)
    is_linked = len(faults) == found
    return Row(
        key=record.texts.get("id", ""),
        concept=record.texts.get("concept", ""),
        essay=record.texts.get("essay", ""),
        dated=dated,
        basis=basis,
        receipt=record.texts.get("receipt", ""),
        change=change,
        supersedes=record.texts.get("supersedes", "") if is_linked else "",
        reaffirms=record.texts.get("reaffirms", "") if is_linked else "",
        retracted=_day(record, "retracted", faults),
        line=record.line,
    )


def _day(record: Record, name: str, faults: list[Fault]) -> date | None:
    text = record.texts.get(name, "")
    stamp = read_stamp(text) if text else None
    if text and stamp is None:
        faults.append(Fault(record.line, f"{name} {text!r} is not a date; write 2023-02-11."))
    return stamp.day if stamp else None


def _word(record: Record, name: str, words: type[Word], faults: list[Fault]) -> Word | None:
    text = record.texts.get(name, "")
    if not text:
        return None
    try:
        return words(text)
    except ValueError:
        known = " or ".join(word.value for word in words)
        faults.append(Fault(record.line, f"the {name} {text!r} is not known; write {known}."))
        return None


def _rule_faults(
    rows: Sequence[Row], concepts: Sequence[Record], positions: Sequence[Record]
) -> Iterator[Fault]:
    """What would be wrong with the ledger that the file makes, and is not wrong of it already.

    A stored row that the file does not name stays; what the file breaks of it is told at the
    row that it names.
    """
    lines = {row.key: row.line for row in rows}
    kept = {row.key: row for row in stored_rows() if row.key not in lines}
    known = {(fault.key, fault.sentence) for fault in stored_faults() if fault.key in kept}
    slugs = {*Concept.objects.values_list("slug", flat=True)}
    slugs |= {record.texts.get("slug", "") for record in concepts}
    # A row that lacks a required text has that as its fault, and what follows from it is none.
    half_read = {record.line for record in positions if not all(map(record.texts.get, _REQUIRED))}
    after = [*kept.values(), *rows]
    faults = checked_faults(after, concepts=frozenset(slugs))
    new = [fault for fault in faults if (fault.key, fault.sentence) not in known]
    for fault in placed(new, after):
        line = fault.line or _broken_at(kept[fault.key], lines)
        if line not in half_read:
            yield Fault(line, f"{fault.key}: {fault.sentence}")


def _broken_at(kept: Row, lines: Mapping[str, int]) -> int:
    """The line of the file's row that a kept one names; the file's first where it names none."""
    return next((lines[key] for _, key in kept.links if key in lines), 1)
