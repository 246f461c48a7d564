"""Turns an import's report into the rows of its page, one kind at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.corpus.planning import Action

Report = Mapping[str, Any]
REFUSED, SKIPPED, COPIES, WARNED = "refused", "skipped", "copies", "warned"
# What needs a look comes first.
KINDS = (
    *(REFUSED, WARNED, Action.NEW.value, Action.CHANGED.value, Action.HIDDEN.value, COPIES),
    *(Action.DELETED.value, Action.GONE.value, SKIPPED, Action.UNCHANGED.value),
)
# What an author calls the columns that differ; any other goes by its own name.
_CALLED = {
    "body": "text", "places": "other places", "doc_type": "kind", "visibility": "who may see it",
    "visibility_reason": "why it is seen so", "published_on": "date",
    "published_at": "time of day", "published_origin": "where the date stands",
    "updated_on": "last edit", "updated_origin": "where the last edit stands",
    "canonical_url": "canonical address", "own_url": "its own address",
    "source_root": "where it lies", "source_path": "where it lies", "source_format": "format",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One document of a report; of what was left out only file and notes are known."""

    action: str
    file: str
    title: str = ""
    slug: str = ""
    dated: str = ""
    seen: str = ""
    why: str = ""
    chunks: int | None = None
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def rows_of(report: Report, kind: str) -> list[Row]:
    """The rows of one kind, or of all for any other word."""
    rows = list(_rows(report))
    if kind == WARNED:
        return [row for row in rows if row.notes and row.action not in {REFUSED, SKIPPED}]
    return [row for row in rows if row.action == kind] if kind in KINDS else rows


def counts_of(report: Report) -> list[tuple[str, int]]:
    """Each kind that the report has, with its count, in the order of ``KINDS``."""
    rows = list(_rows(report))
    counts = {kind: sum(row.action == kind for row in rows) for kind in KINDS}
    counts[WARNED] = len(rows_of(report, WARNED))
    return [(kind, count) for kind, count in counts.items() if count]


def _rows(report: Report) -> Iterator[Row]:
    for one in report.get("refused", ()):
        line = f"line {one['line']}: " if one.get("line") else ""
        yield Row(REFUSED, one["file"], notes=(f"{line}{one['reason']}",))
    yield from map(_document, report.get("documents", ()))
    for one in report.get("copies", ()):
        notes = (f"another place of {one['of']!r}",)
        yield Row(
            *(COPIES, one["file"] or "", one["title"], one["of"]),
            dated=one["published"] or "",
            seen=one["visibility"],
            changes=(one["action"],),
            notes=notes,
        )
    for one in report.get("skipped", ()):
        yield Row(SKIPPED, one["file"], notes=(one["reason"],))


def _document(one: Mapping[str, Any]) -> Row:
    certainty = one["published_certainty"]
    origin = one["published_origin"].replace("_", " ")
    return Row(
        *(one["action"], one["file"] or "", one["title"], one["slug"]),
        dated=f"{one['published']} ({origin}, {certainty})" if one["published"] else "",
        seen=one["visibility"],
        why=one["visibility_reason"],
        chunks=one["chunks_to_embed"],
        changes=tuple(dict.fromkeys(_CALLED.get(name, name) for name in one["changes"])),
        notes=tuple(one["warnings"]),
    )
