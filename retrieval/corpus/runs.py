"""Carries an import from the upload over the plan to the report, one step per confirmation.

The web process begins and confirms; the worker reads, plans and imports, and may end at any
moment: what it left is taken up again.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from retrieval.corpus.importing import ImportOptions, Progress, import_sources
from retrieval.corpus.planning import Action
from retrieval.corpus.reports import ImportReport, as_json
from retrieval.corpus.resuming import with_earlier_part
from retrieval.corpus.sources import SourceFault
from retrieval.corpus.uploads import drop_strays, drop_upload, open_upload
from retrieval.locks import IMPORT_RUN_LOCK
from retrieval.models import ImportRun, RunState
from retrieval.models.imports import AT_WORK, ImportRunQuerySet
from retrieval.storable import storable
from retrieval.types import Visibility

# A plan that nobody confirms within a day was forgotten.
KEPT = timedelta(days=1)
KEPT_RUNS = 500
MOST_TRIES = 3
# Often enough to be watched, seldom enough to cost nothing.
SECONDS_BETWEEN_SIGNS = 0.5
ENDED_EACH_TIME = (
    f"the worker ended {MOST_TRIES} times while it was at this; its log says why. "
    "What had come in stays; import the rest in smaller parts."
)
# In the place of what no column takes and a file's name may hold.
UNSTORABLE = "�"


def confirm(run: ImportRun) -> bool:
    """Let a plan be carried out; False where somebody has confirmed or dropped it before."""
    planned = ImportRun.objects.filter(pk=run.pk, state=RunState.PLANNED.value)
    return bool(planned.update(state=RunState.IMPORTING.value, stage="", done=0, total=0, tries=0))


def drop(run: ImportRun) -> bool:
    """Forget an upload and its plan; False where it is being imported or done."""
    waiting = [RunState.READING.value, RunState.PLANNED.value]
    dropped = ImportRun.objects.filter(pk=run.pk, state__in=waiting).update(
        state=RunState.DROPPED.value, upload=""
    )
    if dropped:
        drop_upload(run.upload)
    return bool(dropped)


def carry_on() -> None:
    """Do what runs wait for, one after the other, unless somebody is at it already.

    Never two at once, so that imports, which may take an hour, keep one thread of the worker
    and leave the others to essays that are published meanwhile.
    """
    # Asked again once the lock is gone: who came while the last run ended has found it held.
    while (waiting := ImportRun.objects.filter(state__in=AT_WORK)).exists():
        with _alone() as is_alone:
            if not is_alone:
                return
            for number in waiting.order_by("pk").values_list("pk", flat=True):
                _begin(ImportRun.objects.filter(pk=number, state__in=AT_WORK))


def look_after(*, now: datetime) -> None:
    """Take up what a worker left behind, and forget what is old."""
    carry_on()
    for old in ImportRun.objects.exclude(upload="").filter(made_at__lt=now - KEPT).defer("report"):
        drop(old)
    latest = ImportRun.objects.order_by("-made_at", "-pk").values("pk")[:KEPT_RUNS]
    ImportRun.objects.exclude(pk__in=latest).exclude(state__in=AT_WORK).delete()
    wanted = set(ImportRun.objects.exclude(upload="").values_list("upload", flat=True))
    drop_strays(wanted, before=now - KEPT)


def note_import(
    report: ImportReport, *, sources: Sequence[str], options: ImportOptions, by: str
) -> None:
    """Keep what an import did that was not made at the desk; one that did nothing leaves none."""
    if report.is_dry_run or _is_idle(report):
        return
    # An import is not undone because its note cannot be written.
    with suppress(DatabaseError), transaction.atomic():
        ImportRun.objects.create(
            source_name=storable(", ".join(sources), instead=UNSTORABLE),
            source_format=options.format,
            ceiling=options.ceiling.value,
            made_by=by,
            state=_ended(report).value,
            report=_all_storable(as_json(report)),
        )


def _begin(waiting: ImportRunQuerySet) -> None:
    """Carry out the one run that waits; nothing where it was dropped meanwhile."""
    if not waiting.update(tries=F("tries") + 1):
        return
    run = waiting.get()
    if run.tries > MOST_TRIES:
        # Without the plan's rows: nobody knows which of them came in.
        _finish(run, RunState.FAILED, {"faults": [ENDED_EACH_TIME]})
    else:
        _carry_out(run)


def _carry_out(run: ImportRun) -> None:
    is_plan = run.state == RunState.READING.value
    options = ImportOptions(
        # By the plan's own clock, or what it called scheduled could come in public.
        now=run.made_at,
        ceiling=Visibility(run.ceiling),
        is_dry_run=is_plan,
        format=run.source_format,
        author=settings.ARCHIVEBRAIN_AUTHOR,
    )
    try:
        with open_upload(run.upload, run.source_name) as source:
            report = import_sources([source], options=options, progress=_telling(run))
    except SourceFault as fault:
        report = ImportReport(is_dry_run=is_plan, faults=[str(fault)])
    ended = _ended(report)
    is_to_confirm = is_plan and ended is RunState.DONE
    told = as_json(report)
    if run.state == RunState.IMPORTING and run.tries > 1:
        told = with_earlier_part(told, plan=run.report)
    _finish(run, RunState.PLANNED if is_to_confirm else ended, told)


def _ended(report: ImportReport) -> RunState:
    nothing_was_read = report.exit_code == 2
    return RunState.FAILED if nothing_was_read else RunState.DONE


def _finish(run: ImportRun, state: RunState, report: dict[str, Any]) -> None:
    """A plan that was dropped meanwhile stays dropped."""
    is_over = state is not RunState.PLANNED
    told = {"state": state.value, "stage": "", "tries": 0, "report": _all_storable(report)}
    mine = ImportRun.objects.filter(pk=run.pk, state=run.state)
    if mine.update(**told, **({"upload": ""} if is_over else {})) and is_over:
        drop_upload(run.upload)


def _telling(run: ImportRun) -> Progress:
    last = 0.0

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal last
        if done != total and monotonic() - last < SECONDS_BETWEEN_SIGNS:
            return
        last = monotonic()
        ImportRun.objects.filter(pk=run.pk).update(stage=stage, done=done, total=total)

    return tell


def _is_idle(report: ImportReport) -> bool:
    is_same = all(step.action in {Action.UNCHANGED, Action.GONE} for step in report.steps)
    return is_same and not (
        report.refusals or report.faults or any(not copy.is_known for copy in report.copies)
    )


def _all_storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value, instead=UNSTORABLE)
    if isinstance(value, dict):
        return {name: _all_storable(part) for name, part in value.items()}
    return [_all_storable(part) for part in value] if isinstance(value, list) else value


@contextmanager
def _alone() -> Iterator[bool]:
    """The lock ends with the connection, so a killed worker holds up no other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [IMPORT_RUN_LOCK])
        is_alone = bool(cursor.fetchone()[0])
        try:
            yield is_alone
        finally:
            if is_alone:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [IMPORT_RUN_LOCK])
