"""Writes checked rows into the ledger; tells new ones from changed and unchanged ones."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.models import Concept, Position
from ledger.rules import Row
from retrieval.corpus.author_files import Record

# Everything that a file says of a row, links by the keys of the rows that they name.
_LINKS = ("change", "supersedes__key", "reaffirms__key")
_COLUMNS = (
    "concept__slug", "stance", "essay_slug", "dated", "basis", "receipt", "because",
    "retracted_on", "note", *_LINKS,
)  # fmt: skip


def save_concepts(records: Sequence[Record]) -> None:
    for record in records:
        columns = {"name": record.texts["name"], "aliases": list(record.lists.get("aliases", ()))}
        Concept.objects.update_or_create(slug=record.texts["slug"], defaults=columns)


def save_positions(given: Sequence[tuple[Row, Record]]) -> tuple[int, int]:
    """Save what differs from what is stored; gives how many are new and how many changed."""
    stored = {row["key"]: row for row in Position.objects.values("key", *_COLUMNS)}
    wanted = {row.key: _wanted(row, record) for row, record in given}
    changed = {key for key, row in wanted.items() if key in stored and stored[key] != row}
    new = set(wanted) - set(stored)
    # Old links go first: rows may trade places, and never may two supersede one.
    Position.objects.filter(key__in=changed).update(change="", supersedes=None, reaffirms=None)
    _save_texts([wanted[key] for key in sorted(new | changed)])
    _save_links([wanted[key] for key in sorted(new | changed)])
    return len(new), len(changed)


def _wanted(row: Row, record: Record) -> dict[str, Any]:
    return {
        "key": row.key,
        "concept__slug": row.concept,
        "stance": record.texts["stance"],
        "essay_slug": row.essay,
        "dated": row.dated,
        "basis": row.basis.value,
        "receipt": row.receipt,
        "because": record.texts.get("because", ""),
        "retracted_on": row.retracted,
        "note": record.texts.get("note", ""),
        "change": row.change.value if row.change else "",
        "supersedes__key": row.supersedes or None,
        "reaffirms__key": row.reaffirms or None,
    }


def _save_texts(rows: Sequence[Mapping[str, Any]]) -> None:
    concepts = dict(Concept.objects.values_list("slug", "pk"))
    for row in rows:
        columns = {name: value for name, value in row.items() if name not in _LINKS}
        concept = concepts[columns.pop("concept__slug")]
        Position.objects.update_or_create(
            key=columns.pop("key"), defaults={**columns, "concept_id": concept}
        )


def _save_links(rows: Sequence[Mapping[str, Any]]) -> None:
    ids = dict(Position.objects.values_list("key", "pk"))
    for row in rows:
        Position.objects.filter(key=row["key"]).update(
            change=row["change"],
            supersedes=ids.get(row["supersedes__key"]),
            reaffirms=ids.get(row["reaffirms__key"]),
        )
