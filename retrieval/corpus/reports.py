"""Tells what an import did: one JSON document for programs, sentences for people."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from retrieval.corpus.documents import Place, Refusal, Skip
from retrieval.corpus.planning import Action, CopyStep, Step
from retrieval.indexing import IndexReport
from retrieval.types import DateOrigin, Visibility


@dataclass(slots=True)
class ImportReport:
    """What became of every file; filled while the import runs.

    ``faults``: sentences about sources as a whole. ``changed_ids``: essays to be indexed.
    ``chunks``: in a dry run, how many chunks of each slug would be embedded.
    """

    is_dry_run: bool = False
    steps: tuple[Step, ...] = ()
    copies: list[CopyStep] = field(default_factory=list)
    left_out: list[Refusal | Skip] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    chunks: dict[str, int] = field(default_factory=dict)
    changed_ids: list[int] = field(default_factory=list)
    index: IndexReport = field(default_factory=IndexReport)

    @property
    def refusals(self) -> list[Refusal]:
        return [item for item in self.left_out if isinstance(item, Refusal)]

    @property
    def skips(self) -> list[Skip]:
        return [item for item in self.left_out if isinstance(item, Skip)]

    def places_of(self, step: Step) -> tuple[Place, ...]:
        """Where else a work lives: as its own file says, and as its copies were read."""
        listed = step.document.places if step.document else ()
        copied = [copy.place for copy in self.copies if copy.slug == step.slug]
        copied += step.stored.places if step.stored else ()
        by_url = {place.url: place for place in (*listed, *reversed(copied))}
        return tuple(by_url.values())

    @property
    def exit_code(self) -> int:
        """0 all in, 1 something refused, 2 nothing could be read."""
        if not self.copies and not any(step.document for step in self.steps):
            return 2
        return 1 if self.faults or self.refusals or self.index.faults else 0


def as_json(report: ImportReport) -> dict[str, Any]:
    return {
        "dry_run": report.is_dry_run,
        "documents": [_document(step, report) for step in report.steps],
        "copies": [_copy(step) for step in report.copies],
        "refused": [
            {"file": item.path, "source": item.root, "line": item.line, "reason": item.reason}
            for item in report.refusals
        ],
        "skipped": [
            {"file": item.path, "source": item.root, "reason": item.reason} for item in report.skips
        ],
        "faults": report.faults,
        "warnings": [
            {"file": _file_of(step), "slug": step.slug, "message": warning}
            for step in report.steps
            for warning in step.warnings
        ]
        + [{"file": None, "slug": slug, "message": text} for slug, text in report.index.faults],
        "counts": _counts(report),
        "index": {
            "essays": report.index.essays,
            "embedded": report.index.embedded,
            "kept": report.index.kept,
            "deleted": report.index.deleted,
        },
    }


def _document(step: Step, report: ImportReport) -> dict[str, Any]:
    names = (
        *("title", "description", "doc_type", "language", "series", "authors", "tags"),
        *("visibility", "visibility_reason", "canonical_url", "platform"),
    )
    origins = [DateOrigin(str(step.columns[f"{name}_origin"])) for name in ("published", "updated")]
    return {
        "action": step.action.value,
        "slug": step.slug,
        "file": _file_of(step),
        "source": step.columns["source_root"],
        "source_id": step.columns["source_path"],
        "format": step.columns["source_format"],
        **{name: step.columns[name] for name in names},
        "published": _day(step.columns["published_on"]),
        "published_origin": origins[0].value,
        "published_certainty": origins[0].certainty.value,
        "updated": _day(step.columns["updated_on"]),
        "updated_origin": origins[1].value,
        "also_published": [
            {"platform": place.platform, "title": place.title, "url": place.url}
            for place in report.places_of(step)
        ],
        "chunks_to_embed": report.chunks.get(step.slug),
        "changes": list(step.changes),
        "warnings": list(step.warnings),
    }


def _copy(step: CopyStep) -> dict[str, Any]:
    document = step.document
    published = document.dates.published
    return {
        "of": step.slug,
        "action": Action.UNCHANGED.value if step.is_known else Action.CHANGED.value,
        "title": document.title,
        "file": document.read_from,
        "source": document.root,
        "source_id": document.path,
        "format": document.source_format,
        "platform": document.platform,
        "url": document.own_url or document.canonical_url,
        "published": published.day.isoformat() if published else None,
        "visibility": document.visibility.value,
    }


def _counts(report: ImportReport) -> dict[str, int]:
    actions = Counter(step.action for step in report.steps)
    return {
        **{action.value: actions[action] for action in Action},
        "copies": len(report.copies),
        "refused": len(report.refusals),
        "skipped": len(report.skips),
    }


def as_lines(report: ImportReport) -> Iterator[str]:
    """What the author should read: in a dry run every essay, else only what needs a look."""
    for step in report.steps:
        if report.is_dry_run:
            yield _plan_line(step, report.chunks.get(step.slug))
        yield from (f"warning: {_file_of(step)}: {warning}" for warning in step.warnings)
        if step.action in {Action.GONE, Action.DELETED}:
            yield f"{step.action.value}: {_file_of(step)}: {_gone_words(step)}"
    yield from (
        f"copy: {step.document.read_from}: another place of {step.slug!r}"
        for step in report.copies
        if report.is_dry_run or not step.is_known
    )
    yield from (f"warning: {slug}: {text}" for slug, text in report.index.faults)
    yield from (f"skipped: {item.path}: {item.reason}" for item in report.skips)
    yield from (f"refused: {item}" for item in report.refusals)
    yield from (f"fault: {fault}" for fault in report.faults)
    yield _summary(report)


def _plan_line(step: Step, chunks: int | None) -> str:
    columns = step.columns
    dated = f"{_day(columns['published_on'])} ({columns['published_origin']})"
    seen = str(columns["visibility"])
    why = f" ({columns['visibility_reason']})" if columns["visibility_reason"] else ""
    known = dated if columns["published_on"] else "date unknown"
    changes = f" [{', '.join(step.changes)}]" if step.changes else ""
    return (
        f"{step.action.value}{changes}: {step.slug} | {columns['title']} | {known} | {seen}{why} "
        f"| {_file_of(step)}" + ("" if chunks is None else f" | chunks to embed: {chunks}")
    )


def _summary(report: ImportReport) -> str:
    counts = {name: count for name, count in _counts(report).items() if count}
    told = ", ".join(f"{count} {name}" for name, count in counts.items()) or "nothing read"
    withheld = sum(_is_withheld(step) for step in report.steps)
    told += f"; {withheld} of these essays no reader sees" if withheld else ""
    if report.is_dry_run:
        return f"{told}. Nothing was changed: this was a dry run."
    index = report.index
    if not any(step.document for step in report.steps):
        return f"{told}. Nothing could be taken in."
    return f"{told}. {index.embedded} chunks embedded, {index.kept} kept, {index.deleted} removed."


def _is_withheld(step: Step) -> bool:
    kept = step.action is not Action.DELETED
    return kept and step.columns["visibility"] != Visibility.PUBLIC.value


def _gone_words(step: Step) -> str:
    if step.action is Action.DELETED:
        return f"its file is gone, so the essay {step.slug!r} is deleted."
    return f"gone from the source, kept as {step.slug!r}; --prune deletes it."


def _file_of(step: Step) -> str:
    return step.document.read_from if step.document else str(step.columns["source_path"])


def _day(value: object) -> str | None:
    return value.isoformat() if isinstance(value, date) else None
