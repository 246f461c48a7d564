"""Imports the author's glossary; a file with one fault in it changes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from retrieval.corpus.author_files import Fault, FaultyFile, Key, Kind, Record, read_records
from retrieval.graph import seed_graph
from retrieval.models import Essay, GlossaryTerm

_KEYS = {
    "term": Key(Kind.TEXT, is_required=True),
    "aliases": Key(Kind.TEXTS),
    "definition": Key(Kind.TEXT, is_required=True),
    "related": Key(Kind.TEXTS),
    "essays": Key(Kind.TEXTS),
}


@dataclass(frozen=True, slots=True)
class GlossaryReport:
    """How many terms were new, changed and unchanged; ``kept`` stand in no line of the file."""

    new: int
    changed: int
    unchanged: int
    kept: tuple[str, ...]
    warnings: tuple[str, ...]


def import_glossary(data: bytes) -> GlossaryReport:
    """Take in every term of the file, or raise FaultyFile and take none."""
    records = read_records(data, {"terms": _KEYS})["terms"]
    faults = list(_name_faults(records))
    if faults:
        raise FaultyFile(faults)
    with transaction.atomic():
        report = _save(records)
        seed_graph()
    return report


def _name_faults(records: Sequence[Record]) -> Iterator[Fault]:
    """Two terms under one name: nobody could tell which one a reader means."""
    owners: dict[str, int] = {}
    for record in records:
        for name in dict.fromkeys(_folded(record.texts["term"], *record.lists.get("aliases", ()))):
            if name in owners:
                yield Fault(
                    record.line,
                    f"{name!r} is already the name of the term in line {owners[name]}; "
                    "give one of them another.",
                )
            owners.setdefault(name, record.line)


def _folded(*names: str) -> Iterator[str]:
    return (name.casefold() for name in names)


def _save(records: Sequence[Record]) -> GlossaryReport:
    # By folded name, so that a term whose case was changed is still the same term.
    stored = {
        row.term.casefold(): row for row in GlossaryTerm.objects.select_for_update().order_by("-pk")
    }
    counts = {"new": 0, "changed": 0, "unchanged": 0}
    named: set[str] = set()
    for record in records:
        name = record.texts["term"].casefold()
        row, wanted = stored.get(name), _columns(record)
        named.add(name)
        if row is None:
            GlossaryTerm.objects.create(**wanted)
            counts["new"] += 1
        elif all(getattr(row, column) == value for column, value in wanted.items()):
            counts["unchanged"] += 1
        else:
            for column, value in wanted.items():
                setattr(row, column, value)
            row.save()
            counts["changed"] += 1
    kept = tuple(sorted(row.term for name, row in stored.items() if name not in named))
    terms = {*kept, *(record.texts["term"] for record in records)}
    return GlossaryReport(**counts, kept=kept, warnings=tuple(_missing(records, terms)))


def _columns(record: Record) -> dict[str, object]:
    return {
        "term": record.texts["term"],
        "definition": record.texts["definition"],
        **{name: list(record.lists.get(name, ())) for name in ("aliases", "related", "essays")},
    }


def _missing(records: Iterable[Record], terms: set[str]) -> Iterator[str]:
    """Terms and essays that are named and not there; they may come with a later import."""
    slugs = set(Essay.objects.values_list("slug", flat=True))
    for what, key, known in (("terms", "related", terms), ("essays", "essays", slugs)):
        names = {name for record in records for name in record.lists.get(key, ())} - known
        if names:
            yield f"these {what} are named but not there yet: {', '.join(sorted(names))}."
