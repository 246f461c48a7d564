"""Writes what was planned: each essay in a transaction of its own, so none takes others along."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.db.models.functions import MD5, Left, Right

from retrieval.corpus.documents import Place, SourceDocument
from retrieval.corpus.identity import TRACE_CHARS, Stored, StoredCopy, TextTraces, traces_of
from retrieval.corpus.places import add_places, keep_as_copy, keep_copy
from retrieval.corpus.planning import Action, CopyStep, Step
from retrieval.locks import IMPORT_LOCK
from retrieval.models import Essay, Publication
from retrieval.types import Visibility

COLUMNS = (
    "title",
    "description",
    "doc_type",
    "visibility",
    "visibility_reason",
    "published_on",
    "published_at",
    "published_origin",
    "updated_on",
    "updated_origin",
    "language",
    "series",
    "authors",
    "tags",
    "canonical_url",
    "source_root",
    "source_path",
    "source_format",
    "platform",
    "own_url",
)


class StorageFault(Exception):
    """The database takes nothing more; the message is a sentence for the author."""


class EssayRefused(Exception):
    """The database refuses this one essay; the message says why."""


@contextmanager
def import_turn() -> Iterator[None]:
    """One import at a time plans and saves, or two would both make what neither saw.

    The lock ends with the connection, so a killed import holds up no other.
    """
    with _as_storage_faults(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [IMPORT_LOCK])
    try:
        yield
    finally:
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [IMPORT_LOCK])


def load_stored() -> tuple[Stored, ...]:
    """Every essay, in two queries and without its body; raises StorageFault."""
    with _as_storage_faults():
        return tuple(_stored_essays())


@contextmanager
def _as_storage_faults() -> Iterator[None]:
    try:
        yield
    except OperationalError as fault:
        raise StorageFault(f"the database cannot be reached ({_first_line(fault)}).") from fault
    except ProgrammingError as fault:
        raise StorageFault("the tables are not there yet; run: manage.py migrate") from fault


def _stored_essays() -> Iterator[Stored]:
    places: dict[int, list[Place]] = {}
    copies: dict[int, list[StoredCopy]] = {}
    for row in Publication.objects.annotate(key=MD5("body")).defer("body"):
        place = Place(row.platform, row.title, row.url)
        places.setdefault(row.essay_id, []).append(place)
        if row.source_path:
            seen = Visibility(row.visibility)
            copies.setdefault(row.essay_id, []).append(
                StoredCopy(row.source_root, row.source_path, place, row.key, seen)
            )
    rows = Essay.objects.annotate(
        key=MD5("body"), opening=Left("body", TRACE_CHARS), ending=Right("body", TRACE_CHARS)
    )
    for row in rows.order_by("pk").values("pk", "slug", "key", "opening", "ending", *COLUMNS):
        yield Stored(
            pk=row["pk"],
            slug=row["slug"],
            text=TextTraces(row["key"], row["opening"], row["ending"]),
            columns={name: row[name] for name in COLUMNS},
            places=tuple(places.get(row["pk"], ())),
            copies=tuple(copies.get(row["pk"], ())),
        )


def body_of(essay_id: int) -> str:
    """A stored essay's text; empty where it is gone meanwhile."""
    bodies = Essay.objects.filter(pk=essay_id).values_list("body", flat=True)
    return bodies.first() or ""


def is_gone(essay: Stored, *, read: str = "", found: Collection[str] = ()) -> bool:
    """Whether the file that an essay was made from is no longer there.

    A file inside another one, as a zip, counts as there as long as that one is. Only of
    ``read``, the source that has just been looked through, is it known: what was not
    ``found`` in it is gone. What came in an export or feed never is: both may leave out
    what is still there.
    """
    if essay.is_item:
        return False
    root = Path(essay.root)
    if root.is_file():
        return essay.root == read and essay.address not in found
    return not (root / essay.path).exists()


def stored_after(stored: tuple[Stored, ...], steps: Iterable[Step]) -> tuple[Stored, ...]:
    """What would be stored if the steps were carried out; new essays get ids below 0."""
    kept = {essay.pk: essay for essay in stored}
    for step in steps:
        pk = step.stored.pk if step.stored else min([0, *kept]) - 1
        if step.action is Action.DELETED:
            del kept[pk]
        elif step.document:
            document = step.document
            kept[pk] = Stored(
                pk, step.slug, traces_of(document.body), step.columns, document.places,
                step.stored.copies if step.stored else (),
            )  # fmt: skip
    return tuple(kept.values())


def carry_out(step: Step) -> int | None:
    """Do one step; the essay's id if its index may be behind now.

    Raises EssayRefused for this essay alone, StorageFault where going on is useless.
    """
    act = _ACTS.get(step.action)
    if act is None or (step.action is Action.UNCHANGED and not step.is_moved):
        return None
    with as_essay_faults(), transaction.atomic():
        return act(step)


@contextmanager
def as_essay_faults() -> Iterator[None]:
    try:
        yield
    # A full disk or a lost connection meets every further essay too.
    except OperationalError as fault:
        raise StorageFault(
            f"the database takes nothing more ({_first_line(fault)}); make room or start it, "
            "and import again: what is in stays in."
        ) from fault
    except DatabaseError as fault:
        raise EssayRefused(
            f"the database refuses it ({_first_line(fault)}); change that in the file."
        ) from fault


def _first_line(fault: Exception) -> str:
    return str(fault).strip().partition("\n")[0]


def _create(step: Step) -> int:
    # Row by row, because a bulk write sends no signal and would hide nothing.
    document = _document_of(step)
    essay = Essay(slug=step.slug, body=document.body, **step.columns)
    essay.save(force_insert=True)
    add_places(essay, document)
    return essay.pk


def _change(step: Step) -> int:
    # Saved as a row, not as an update, so that hiding takes effect in this transaction.
    essay = _unchanged_essay_of(step)
    document = _document_of(step)
    if step.is_taken_over:
        keep_as_copy(essay)
    for name, value in step.columns.items():
        setattr(essay, name, value)
    essay.body = document.body
    essay.save()
    add_places(essay, document)
    return essay.pk


def _hide(step: Step) -> None:
    # Whatever else was changed meanwhile stays: hiding never waits for another import.
    essay = _essay_of(step)
    for name in ("visibility", "visibility_reason"):
        setattr(essay, name, step.columns[name])
    essay.save()


def _delete(step: Step) -> None:
    _unchanged_essay_of(step).delete()


def _follow(step: Step) -> None:
    # Nothing that readers or the index see, so nobody is to hear of it.
    Essay.objects.filter(pk=_essay_of(step).pk).update(**step.place)


# What is gone and kept needs no act.
_ACTS: dict[Action, Callable[[Step], int | None]] = {
    Action.NEW: _create,
    Action.CHANGED: _change,
    Action.UNCHANGED: _follow,
    Action.HIDDEN: _hide,
    Action.DELETED: _delete,
}


def _essay_of(step: Step) -> Essay:
    if step.stored is None:
        raise EssayRefused("it was never stored; import again.")
    try:
        essay: Essay = Essay.objects.select_for_update().get(pk=step.stored.pk)
    except Essay.DoesNotExist:
        raise EssayRefused("it was deleted meanwhile; import again.") from None
    return essay


def _unchanged_essay_of(step: Step) -> Essay:
    """The essay as it was when the step was planned, or the author's edit would be undone."""
    essay, planned = _essay_of(step), step.stored
    if planned and (
        traces_of(essay.body).key != planned.text.key
        or any(getattr(essay, name) != planned.columns[name] for name in COLUMNS)
    ):
        raise EssayRefused("it was changed here while the import ran; import again.")
    return essay


def _document_of(step: Step) -> SourceDocument:
    if step.document is None:
        raise EssayRefused("its file was not read; import again.")
    return step.document


def carry_out_copy(step: CopyStep) -> None:
    """Keep a document as another place of an essay; raises as ``carry_out`` does."""
    with as_essay_faults(), transaction.atomic():
        essay = Essay.objects.select_for_update().filter(slug=step.slug).first()
        if essay is None:
            raise EssayRefused("the essay that it is a copy of was not taken in.")
        keep_copy(essay, step)
