"""Knows an essay again: a moved or copied archive is not a second archive."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from retrieval.corpus.documents import Place, SourceDocument
from retrieval.corpus.syndication import address_key
from retrieval.types import Visibility

NOTHING: Mapping[str, Any] = MappingProxyType({})
# Of what was uploaded nothing lies anywhere afterwards, so only its next upload tells more.
UPLOAD = "upload:/"
# Enough to tell two openings apart, little enough to load for every essay.
TRACE_CHARS = 80


@dataclass(frozen=True, slots=True)
class TextTraces:
    """What is enough of a body to know it again: its MD5, how it opens and how it ends."""

    key: str
    opening: str
    ending: str


def traces_of(body: str) -> TextTraces:
    key = hashlib.md5(body.encode(), usedforsecurity=False).hexdigest()
    return TextTraces(key, body[:TRACE_CHARS], body[-TRACE_CHARS:])


@dataclass(frozen=True, slots=True)
class StoredCopy:
    """Another place of an essay, as an import read it: all that would show in it a change."""

    root: str
    path: str
    place: Place
    key: str
    visibility: Visibility

    @property
    def address(self) -> str:
        return address_of(self.root, self.path)


@dataclass(frozen=True, slots=True)
class Stored:
    """An essay as an earlier import left it; ``columns`` are those that an import writes.

    ``text``: what is kept of the body to compare it.
    """

    pk: int
    slug: str
    text: TextTraces
    columns: Mapping[str, object]
    places: tuple[Place, ...] = ()
    copies: tuple["StoredCopy", ...] = ()

    @property
    def title(self) -> str:
        return str(self.columns["title"])

    @property
    def root(self) -> str:
        return str(self.columns["source_root"])

    @property
    def path(self) -> str:
        return str(self.columns["source_path"])

    @property
    def address(self) -> str:
        return address_of(self.root, self.path)

    @property
    def own_address(self) -> str:
        """Where the text itself lives on the web, in the form in which addresses compare."""
        return address_key(str(self.columns["own_url"] or self.columns["canonical_url"]))

    @property
    def is_on_disk(self) -> bool:
        """Whether it came from a folder or a zip, where its file can be looked for."""
        return PurePosixPath(self.root).is_absolute()

    @property
    def is_item(self) -> bool:
        """Whether it came in an export or feed: it is known by its origin, not by a file."""
        return not self.is_on_disk


def address_of(root: str, path: str) -> str:
    """Where a file lies, however its source was split into folder and path."""
    return str(PurePosixPath(root) / path)


def match_documents(
    documents: Sequence[SourceDocument],
    *,
    stored: Iterable[Stored],
    is_gone: Callable[[Stored], bool],
    taken_over: Mapping[str, Stored] = NOTHING,
) -> dict[str, Stored]:
    """The stored essay of each document that has one, by the document's address.

    In this order: what is ``taken_over`` from a less clean source; works that changed places
    among their files; the same file; the same path below another folder, if the file recorded
    there is gone, or the text is the same, or the title and the date or part of the text;
    another path whose file is gone, with the same text, or the same title and the slug, the
    date or part of the text.
    """
    over = {essay.pk for essay in taken_over.values()}
    left = {essay.address: essay for essay in stored if essay.path and essay.pk not in over}
    matched = dict(taken_over)
    moved = _moved([one for one in documents if _address(one) not in matched], left, is_gone)
    matched |= {address: left.pop(essay.address) for address, essay in moved.items()}
    matched |= {
        address: left.pop(address)
        for address in map(_address, documents)
        if address in left and address not in matched
    }
    # Copies first: a renamed file may take only what no copy of its own path has claimed.
    for is_same in (_is_copied, _is_renamed):
        _match_rest(documents, matched, left, is_same=is_same, is_gone=is_gone)
    return matched


def _address(document: SourceDocument) -> str:
    return address_of(document.root, document.path)


def _moved(
    documents: Sequence[SourceDocument],
    stored: Mapping[str, Stored],
    is_gone: Callable[[Stored], bool],
) -> dict[str, Stored]:
    """Works that stand whole in the file of another one, as after ``2.md`` became ``3.md``.

    Only where every essay whose file was taken has moved itself: an essay that is left
    without a file keeps it, whatever stands in it now.
    """
    own = {_address(one): one for one in documents}
    holding: dict[tuple[str, str], list[str]] = {}
    for address, document in own.items():
        holding.setdefault((document.title, traces_of(document.body).key), []).append(address)
    moved = {
        found[0]: essay
        for essay in stored.values()
        if (essay.is_on_disk or essay.root.startswith(UPLOAD))
        and _has_left(essay, own.get(essay.address), is_gone)
        for found in [holding.get((essay.title, essay.text.key), [])]
        if len(found) == 1
    }
    while left_over := {
        address for address in moved if address in stored and stored[address] not in moved.values()
    }:
        moved = {address: essay for address, essay in moved.items() if address not in left_over}
    return moved


def _has_left(essay: Stored, now: SourceDocument | None, is_gone: Callable[[Stored], bool]) -> bool:
    """Whether its file holds another work by now, or none; with the same title it was edited."""
    if now is None:
        return essay.root.startswith(UPLOAD) or is_gone(essay)
    return now.title != essay.title


def _match_rest(
    documents: Sequence[SourceDocument],
    matched: dict[str, Stored],
    left: dict[str, Stored],
    *,
    is_same: "Likeness",
    is_gone: Callable[[Stored], bool],
) -> None:
    rest = [one for one in documents if _address(one) not in matched]
    candidates = _by_likeness(left.values())
    for document in rest:
        for essay in _candidates(document, candidates):
            if essay.address in left and is_same(document, essay, is_gone):
                matched[_address(document)] = left.pop(essay.address)
                break


def _by_likeness(essays: Iterable[Stored]) -> dict[str, list[Stored]]:
    """Essays by all that a document could know them by, so that none is compared with all."""
    found: dict[str, list[Stored]] = {}
    for essay in essays:
        traits = (f"path {essay.path}", f"body {essay.text.key}", f"title {essay.title}")
        for trait in (*traits, f"own {essay.own_address}"):
            found.setdefault(trait, []).append(essay)
    return found


def _candidates(document: SourceDocument, found: Mapping[str, list[Stored]]) -> list[Stored]:
    key = traces_of(document.body).key
    own = f"own {_own_address(document)}"
    traits = (f"path {document.path}", f"body {key}", f"title {document.title}", own)
    return [essay for trait in traits for essay in found.get(trait, ())]


Likeness = Callable[[SourceDocument, Stored, Callable[[Stored], bool]], bool]


def _is_copied(document: SourceDocument, essay: Stored, is_gone: Callable[[Stored], bool]) -> bool:
    if essay.path != document.path or essay.root == document.root:
        return False
    return _has_same_text(document, essay) or _is_same_work(document, essay) or is_gone(essay)


def _is_renamed(document: SourceDocument, essay: Stored, is_gone: Callable[[Stored], bool]) -> bool:
    if not is_gone(essay):
        return False
    if essay.root == document.root and not essay.is_on_disk:
        # What was delivered lies nowhere, so that another delivery says nothing of its file.
        is_there_too = _own_address(document) in {"", essay.own_address}
        return is_there_too and _has_same_text(document, essay)
    same_name = essay.title == document.title and essay.slug == document.slug_wish
    return same_name or _has_same_text(document, essay) or _is_rewritten(document, essay)


def _is_rewritten(document: SourceDocument, essay: Stored) -> bool:
    """Less than the whole text tells only of a file that is still of its kind."""
    if not essay.is_on_disk or document.source_format != essay.columns["source_format"]:
        return False
    own = _own_address(document)
    return bool(own and own == essay.own_address) or _is_same_work(document, essay)


def _own_address(document: SourceDocument) -> str:
    return address_key(document.own_url or document.canonical_url)


def _has_same_text(document: SourceDocument, essay: Stored) -> bool:
    return bool(document.body.strip()) and traces_of(document.body).key == essay.text.key


def _is_same_work(document: SourceDocument, essay: Stored) -> bool:
    """The same title, and more: every archive has its own page "About" at about.md."""
    if essay.title != document.title:
        return False
    day = document.dates.published.day if document.dates.published else None
    if day is not None and day == essay.columns["published_on"]:
        return True
    traces = traces_of(document.body)
    return bool(document.body.strip()) and (
        traces.opening == essay.text.opening or traces.ending == essay.text.ending
    )
