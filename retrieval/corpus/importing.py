"""Imports sources one after the other: read, plan, save, index; says what it did."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import OperationalError

from retrieval.corpus.copying import copy_steps, sort_copies
from retrieval.corpus.documents import Listing, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.duplicates import propose_copies
from retrieval.corpus.formats import AUTO, Read, Reading, formats_called
from retrieval.corpus.identity import UPLOAD, Stored, address_of
from retrieval.corpus.planning import (
    Action,
    CopyStep,
    Step,
    plan_closings,
    plan_documents,
    plan_gone,
    plan_hidden_copies,
)
from retrieval.corpus.reports import ImportReport
from retrieval.corpus.saving import (
    EssayRefused,
    StorageFault,
    body_of,
    carry_out,
    carry_out_copy,
    import_turn,
    is_gone,
    load_stored,
    stored_after,
)
from retrieval.corpus.sources import Source, SourceFault, open_source
from retrieval.corpus.wordless import without_empty_pages
from retrieval.embedders.base import EmbedderUnavailable
from retrieval.graph import seed_graph
from retrieval.indexing import (
    IndexStep,
    chunks_to_embed,
    essays_behind,
    index_essays,
    inline,
)
from retrieval.models import Essay
from retrieval.types import UNNAMED_AUTHOR, Visibility

# Called with a stage in words and how far it has come.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How an import is made; ``now``, ``ceiling`` and ``author`` as in ``Reading``.

    ``format``: the name of the one that the sources are read as, or ``auto``.
    """

    now: datetime
    ceiling: Visibility = Visibility.PUBLIC
    is_dry_run: bool = False
    prune: bool = False
    format: str = AUTO
    author: str = UNNAMED_AUTHOR

    @property
    def reading(self) -> Reading:
        return Reading(now=self.now, ceiling=self.ceiling, author=self.author)


def import_sources(
    sources: Iterable[str | Source], *, options: ImportOptions, progress: Progress
) -> ImportReport:
    """Import every source that can be read; what cannot is named in the report.

    A source is named by its address, or given where somebody else has read it.
    """
    report = ImportReport(is_dry_run=options.is_dry_run)
    stored: tuple[Stored, ...] | None = None
    for source in sources:
        try:
            with open_source(source) if isinstance(source, str) else nullcontext(source) as opened:
                read = _read_all(opened, options, progress)
        except SourceFault as fault:
            report.faults.append(str(fault))
            continue
        try:
            with import_turn():
                stored = load_stored() if stored is None or not options.is_dry_run else stored
                steps, copies = _plan(opened, read, stored=stored, options=options)
                report.left_out += read.left_out
                if options.is_dry_run:
                    report.steps += steps
                    report.copies += copies
                    stored = stored_after(stored, steps)
                else:
                    _save(steps, report, progress)
                    _save_copies(copies, report)
        except StorageFault as fault:
            report.faults.append(str(fault))
            break
    if options.is_dry_run:
        _count_chunks(report, progress)
    else:
        _index(report, progress)
    return report


@dataclass(slots=True)
class ReadSource:
    """What stands in one source."""

    documents: list[SourceDocument] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    left_out: list[Refusal | Skip] = field(default_factory=list)


def _read_all(source: Source, options: ImportOptions, progress: Progress) -> ReadSource:
    found = ReadSource()
    number = 0
    for number, read in enumerate(read_each(source, options), 1):
        match read:
            case SourceDocument():
                found.documents.append(read)
            case Listing():
                found.listings.append(read)
            case Refusal() | Skip():
                found.left_out.append(read)
        progress("Reading", number, 0)
    if not number:
        name = source.root.removeprefix(UPLOAD)
        raise SourceFault(f"{name}: there is nothing in it that can be read.")
    return found


def read_each(source: Source, options: ImportOptions) -> Iterator[Read]:
    """Each format reads what is its kind; what no format takes is told, not passed over."""
    left = source.names
    for one in formats_called(options.format):
        taken = one.takes(source, left)
        yield from one.read(source, taken, options.reading)
        left = tuple(name for name in left if name not in set(taken))
    for name in left:
        found = source.read(name)
        if isinstance(found, SourceFile):
            yield Skip(source.root, name, _why_left(options.format))
        else:
            yield found


def _why_left(name: str) -> str:
    return "nobody knows what kind of file it is." if name == AUTO else f"it is no {name} file."


def _plan(
    source: Source, read: ReadSource, *, stored: tuple[Stored, ...], options: ImportOptions
) -> tuple[tuple[Step, ...], list[CopyStep]]:
    found = {address_of(item.root, item.path) for item in (*read.documents, *read.left_out)}
    gone_from = partial(is_gone, read=source.root if source.whole else "", found=found)
    done = sort_copies(
        read.documents, read.listings, stored=stored, body_of=body_of, is_gone=gone_from
    )
    read.left_out += done.skips
    planned = plan_documents(
        [without_empty_pages(work) for work in done.works],
        stored=stored,
        taken={essay.slug for essay in stored},
        is_gone=gone_from,
        taken_over=done.taken_over,
    )
    closed = plan_closings(read.left_out, stored=stored, is_gone=gone_from)
    copies = copy_steps(done, planned, stored)
    met = {step.slug for step in (*planned, *closed)}
    closed += plan_hidden_copies(copies, [essay for essay in stored if essay.slug not in met])
    # A source of which nothing could be read is a disk that is not there, not an author
    # who deleted everything.
    if not source.whole or not read.documents:
        return (*planned, *closed), copies
    known = {step.stored.pk for step in (*planned, *closed) if step.stored}
    gone = plan_gone(
        (essay for essay in stored if essay.pk not in known and essay.path),
        root=source.root,
        found=found,
        is_gone=gone_from,
        prune=options.prune,
    )
    return (*planned, *closed, *gone), copies


def _save(steps: tuple[Step, ...], report: ImportReport, progress: Progress) -> None:
    """Carry out the steps in order; raises StorageFault where no further one can be."""
    with inline():
        for number, step in enumerate(steps, 1):
            try:
                essay_id = carry_out(step)
            except EssayRefused as fault:
                report.left_out.append(_refusal_of(step, str(fault)))
                continue
            report.steps += (step,)
            report.changed_ids += [essay_id] if essay_id is not None else []
            progress("Saving", number, len(steps))


def _save_copies(copies: list[CopyStep], report: ImportReport) -> None:
    for copy in copies:
        try:
            if not copy.is_known:
                carry_out_copy(copy)
        except EssayRefused as fault:
            document = copy.document
            report.left_out.append(Refusal(document.root, document.read_from, str(fault)))
            continue
        report.copies.append(copy)


def _refusal_of(step: Step, reason: str) -> Refusal:
    columns = step.columns
    return Refusal(str(columns["source_root"]), str(columns["source_path"]), reason)


def _count_chunks(report: ImportReport, progress: Progress) -> None:
    """What each document would cost; nothing is told of one while the model is not there."""
    with suppress(EmbedderUnavailable):
        for number, step in enumerate(report.steps, 1):
            if step.document and step.action is not Action.UNCHANGED:
                with suppress(ValueError):
                    report.chunks[step.slug] = chunks_to_embed(_as_planned(step))
            progress("Counting", number, len(report.steps))


def _as_planned(step: Step) -> Essay:
    body = step.document.body if step.document else ""
    return Essay(pk=step.stored.pk if step.stored else None, body=body, **step.columns)


def _index(report: ImportReport, progress: Progress) -> None:
    """Index what changed, and what an import that was interrupted left behind."""
    touched = {step.stored.pk for step in report.steps if step.stored and step.document}
    wanted = set(report.changed_ids)

    def tell(step: IndexStep) -> None:
        progress("Indexing", step.done, step.total)

    try:
        wanted |= touched & set(essays_behind()) if touched else set()
        if wanted:
            progress("Indexing", 0, len(wanted))
            report.index = index_essays(sorted(wanted), report=tell)
    except (EmbedderUnavailable, OperationalError) as fault:
        report.faults.append(
            f"the essays are in, but not all can be searched yet: {fault} "
            "Mend that, then run: manage.py index"
        )
    # Only now: the links that stand in the texts are read with their chunks.
    if wanted or any(step.action is not Action.UNCHANGED for step in report.steps):
        seed_graph()
    if wanted:
        propose_copies(wanted)
