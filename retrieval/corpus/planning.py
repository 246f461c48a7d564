"""Decides what an import does with each document, before anything is written."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from retrieval.corpus.documents import Place, Refusal, Skip, SourceDocument
from retrieval.corpus.identity import (
    NOTHING,
    UPLOAD,
    Stored,
    address_of,
    match_documents,
    traces_of,
)
from retrieval.corpus.slugs import SlugClaim, assign_slugs
from retrieval.corpus.syndication import host_of
from retrieval.corpus.visibility import (
    closedness,
    is_hidden_by_hand,
    is_said_by_folder,
    told_of_copy,
)
from retrieval.types import Visibility

PLACE = ("source_root", "source_path")
OUT_OF_REACH = "it was made private, because its file can no longer be read."


class Action(StrEnum):
    """What happens to an essay."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    HIDDEN = "hidden"
    GONE = "gone"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Step:
    """One essay and what happens to it; ``columns`` are what its row shall hold.

    ``changes``: which of them differ, by name, with ``body`` and ``places``. Where its file
    lies is no change of an essay; the row follows it all the same.
    """

    action: Action
    slug: str
    columns: dict[str, object]
    document: SourceDocument | None = None
    stored: Stored | None = None
    changes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    is_taken_over: bool = False

    @property
    def place(self) -> dict[str, object]:
        """Where the file was read, as the row shall hold it."""
        return {name: self.columns[name] for name in PLACE}

    @property
    def is_moved(self) -> bool:
        """Whether the file was read elsewhere than before."""
        return self.stored is not None and any(
            self.stored.columns[name] != value for name, value in self.place.items()
        )


@dataclass(frozen=True, slots=True)
class CopyStep:
    """A document that is another place of the essay with this slug. ``is_known``: and unchanged."""

    slug: str
    document: SourceDocument
    is_known: bool = False

    @property
    def place(self) -> Place:
        document = self.document
        url = document.own_url or document.canonical_url
        return Place(document.platform or host_of(url), document.title, url)


def plan_documents(
    documents: Sequence[SourceDocument],
    *,
    stored: Sequence[Stored],
    taken: Collection[str],
    is_gone: Callable[[Stored], bool],
    taken_over: Mapping[str, Stored] = NOTHING,
) -> tuple[Step, ...]:
    """New, changed or unchanged, for each document; ``taken`` are all slugs in use.

    ``taken_over``: the essays whose text another, cleaner source gives from now on.
    """
    matched = match_documents(documents, stored=stored, is_gone=is_gone, taken_over=taken_over)
    # Only what is new asks for a slug: a link to an essay must outlive every import.
    claims = [
        _claim(document)
        for document in documents
        if address_of(document.root, document.path) not in matched
    ]
    slugs = assign_slugs(claims, taken=taken)
    return tuple(
        _plan_known(document, matched[address], is_taken_over=address in taken_over)
        if address in matched
        else _plan_new(document, slugs[address])
        for document in documents
        for address in [address_of(document.root, document.path)]
    )


def plan_closings(
    left_out: Iterable[Refusal | Skip],
    *,
    stored: Sequence[Stored],
    is_gone: Callable[[Stored], bool],
) -> tuple[Step, ...]:
    """Essays whose files may have become private where nobody can read it any more."""
    by_address = {essay.address: essay for essay in stored}
    by_path = {essay.path: essay for essay in stored if essay.path}
    return tuple(
        _hide(essay, Visibility.PRIVATE, note.reason, OUT_OF_REACH)
        for note in left_out
        if note.closes
        for essay in [by_address.get(address_of(note.root, note.path)) or by_path.get(note.path)]
        if essay is not None
        and (essay.address == address_of(note.root, note.path) or is_gone(essay))
        and essay.columns["visibility"] != Visibility.PRIVATE.value
    )


def plan_hidden_copies(copies: Iterable[CopyStep], stored: Iterable[Stored]) -> tuple[Step, ...]:
    """Essays that are more open than a copy of them that came, or that changed."""
    by_slug = {essay.slug: essay for essay in stored}
    closed: dict[str, SourceDocument] = {}
    for one in (copy for copy in copies if not copy.is_known and copy.slug in by_slug):
        known = closed.setdefault(one.slug, one.document)
        closed[one.slug] = max(known, one.document, key=lambda it: closedness(it.visibility))
    return tuple(
        _hide(by_slug[slug], copy.visibility, told, f"{told}; make the copy public to change that.")
        for slug, copy in closed.items()
        for told in [told_of_copy(copy.title, copy.visibility)]
        if closedness(copy.visibility) > closedness(_visibility_of(by_slug[slug]))
    )


def _hide(essay: Stored, wanted: Visibility, reason: str, warning: str) -> Step:
    columns: dict[str, object] = {"visibility": wanted.value}
    # What the author hid stays theirs to open.
    if not _is_hidden_by_hand(essay):
        columns["visibility_reason"] = f"import: {reason}"
    return Step(
        Action.HIDDEN,
        essay.slug,
        {**essay.columns, **columns},
        stored=essay,
        changes=("visibility",),
        warnings=(warning,),
    )


def plan_gone(
    stored: Iterable[Stored],
    *,
    root: str,
    found: Collection[str],
    is_gone: Callable[[Stored], bool],
    prune: bool,
) -> tuple[Step, ...]:
    """Essays that came from below ``root`` and whose files are no longer there.

    ``found``: addresses that the import met, read or not; what lies below one of them is
    not gone but out of reach.
    """
    action = Action.DELETED if prune else Action.GONE
    return tuple(
        Step(action, essay.slug, dict(essay.columns), stored=essay)
        for essay in stored
        if PurePosixPath(essay.address).is_relative_to(root)
        # A folder that may not be read looks empty; what lies in it is not gone.
        and not any(str(place) in found for place in _places_of(essay, root))
        and is_gone(essay)
    )


def columns_of(document: SourceDocument) -> dict[str, object]:
    """What a document asks of its row, but for slug and body."""
    dates = document.dates
    return {
        "title": document.title,
        "description": document.description,
        "doc_type": document.doc_type.value,
        "visibility": document.visibility.value,
        "visibility_reason": document.visibility_reason,
        "published_on": dates.published.day if dates.published else None,
        "published_at": dates.published.instant if dates.published else None,
        "published_origin": dates.published_origin.value,
        "updated_on": dates.updated.day if dates.updated else None,
        "updated_origin": dates.updated_origin.value,
        "language": document.language,
        "series": document.series,
        "authors": list(document.authors),
        "tags": list(document.tags),
        "canonical_url": document.canonical_url,
        "source_root": document.root,
        "source_path": document.path,
        "source_format": document.source_format,
        "platform": document.platform,
        "own_url": document.own_url,
    }


def _places_of(essay: Stored, root: str) -> list[PurePosixPath]:
    own = PurePosixPath(essay.address)
    return [own, *(parent for parent in own.parents if parent.is_relative_to(root))]


def _claim(document: SourceDocument) -> SlugClaim:
    return SlugClaim(
        key=address_of(document.root, document.path),
        wish=document.slug_wish,
        folder=document.folder,
        is_public=document.visibility is Visibility.PUBLIC,
        parts=PurePosixPath(document.path).parts,
    )


def _plan_new(document: SourceDocument, slug: str) -> Step:
    warnings = document.warnings
    if slug != document.slug_wish:
        warnings += (f"the slug {document.slug_wish!r} is taken, so it is {slug!r}.",)
    return Step(Action.NEW, slug, columns_of(document), document=document, warnings=warnings)


def _plan_known(document: SourceDocument, stored: Stored, *, is_taken_over: bool) -> Step:
    columns, warnings = columns_of(document), document.warnings
    if stored.address == address_of(document.root, document.path):
        # The same file read through another folder keeps the folder it was first given.
        columns |= {name: stored.columns[name] for name in PLACE}
    if _is_hidden_by_hand(stored):
        columns["visibility_reason"] = stored.columns["visibility_reason"]
    if why := _why_it_stays_closed(document, stored):
        names = ("visibility", "visibility_reason")
        columns |= {name: stored.columns[name] for name in names}
        warnings += (f"it stays {stored.columns['visibility']}, {why}",)
    # A source that takes an essay over is another text of it, wherever it lies.
    told = columns if is_taken_over else {n: columns[n] for n in columns if n not in PLACE}
    changes = _changes(document, stored, told)
    if not changes and stored.is_on_disk and document.root.startswith(UPLOAD):
        # An upload lies nowhere afterwards; a folder can be looked through again.
        columns |= {name: stored.columns[name] for name in PLACE}
    if changes and document.slug_wish not in stored.slug:
        warnings += (
            f"it keeps the slug {stored.slug!r}, because one once given never moves; "
            f"{document.slug_wish!r} is not used.",
        )
    return Step(
        Action.CHANGED if changes else Action.UNCHANGED,
        stored.slug,
        columns,
        document=document,
        stored=stored,
        changes=changes,
        warnings=warnings,
        is_taken_over=is_taken_over,
    )


def _why_it_stays_closed(document: SourceDocument, stored: Stored) -> str:
    """Who closed it that this file knows nothing of; empty where nobody did."""
    reason = str(stored.columns["visibility_reason"])
    if closedness(_visibility_of(stored)) <= closedness(document.visibility):
        return ""
    if _is_hidden_by_hand(stored):
        return "as you set it here; make it public here to change that."
    sees_it = document.sees_folders and PurePosixPath(stored.root).is_relative_to(document.root)
    if is_said_by_folder(reason) and not sees_it:
        return "as its folder says, which was not looked at; import the whole folder."
    return ""


def _is_hidden_by_hand(stored: Stored) -> bool:
    return is_hidden_by_hand(_visibility_of(stored), str(stored.columns["visibility_reason"]))


def _visibility_of(stored: Stored) -> Visibility:
    return Visibility(str(stored.columns["visibility"]))


def _changes(
    document: SourceDocument, stored: Stored, columns: dict[str, object]
) -> tuple[str, ...]:
    changes = [name for name, value in columns.items() if stored.columns[name] != value]
    if stored.text.key != traces_of(document.body).key:
        changes.append("body")
    # A place that the author added by hand is no business of the file.
    # Of one that was imported itself, its own copy tells more than this list.
    copied = {copy.place.url for copy in stored.copies}
    if not {place for place in document.places if place.url not in copied} <= set(stored.places):
        changes.append("places")
    return tuple(changes)
