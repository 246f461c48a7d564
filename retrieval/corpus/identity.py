"""Knows an essay again: a moved or copied archive is not a second archive."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from retrieval.corpus.documents import Place, SourceDocument


@dataclass(frozen=True, slots=True)
class Stored:
    """An essay as an earlier import left it; ``columns`` are those that an import writes.

    ``body_key``: the MD5 of the body, because comparing needs no more of it.
    """

    pk: int
    slug: str
    body_key: str
    columns: Mapping[str, object]
    places: tuple[Place, ...] = ()

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


def address_of(root: str, path: str) -> str:
    """Where a file lies, however its source was split into folder and path."""
    return str(PurePosixPath(root) / path)


def body_key(body: str) -> str:
    return hashlib.md5(body.encode(), usedforsecurity=False).hexdigest()


def match_documents(
    documents: Sequence[SourceDocument],
    *,
    stored: Iterable[Stored],
    is_gone: Callable[[Stored], bool],
) -> dict[str, Stored]:
    """The stored essay of each document that has one, by the document's address.

    In this order: the same file; the same path below another folder, if the file recorded
    there is gone or text or title are the same; a file that is gone with the same text, or
    with the same slug and title.
    """
    left = {essay.address: essay for essay in stored if essay.path}
    matched = {
        address: left.pop(address)
        for address in (address_of(document.root, document.path) for document in documents)
        if address in left
    }
    for is_same in (_is_copied, _is_renamed):
        _match_rest(documents, matched, left, is_same=is_same, is_gone=is_gone)
    return matched


def _match_rest(
    documents: Sequence[SourceDocument],
    matched: dict[str, Stored],
    left: dict[str, Stored],
    *,
    is_same: "Likeness",
    is_gone: Callable[[Stored], bool],
) -> None:
    rest = [d for d in documents if address_of(d.root, d.path) not in matched]
    candidates = _by_likeness(left.values())
    for document in rest:
        for essay in _candidates(document, candidates):
            if essay.address in left and is_same(document, essay, is_gone):
                matched[address_of(document.root, document.path)] = left.pop(essay.address)
                break


def _by_likeness(essays: Iterable[Stored]) -> dict[str, list[Stored]]:
    """Essays by all that a document could know them by, so that none is compared with all."""
    found: dict[str, list[Stored]] = {}
    for essay in essays:
        for trait in (f"path {essay.path}", f"body {essay.body_key}", f"title {essay.title}"):
            found.setdefault(trait, []).append(essay)
    return found


def _candidates(document: SourceDocument, found: Mapping[str, list[Stored]]) -> list[Stored]:
    key = body_key(document.body)
    traits = (f"path {document.path}", f"body {key}", f"title {document.title}")
    return [essay for trait in traits for essay in found.get(trait, ())]


Likeness = Callable[[SourceDocument, Stored, Callable[[Stored], bool]], bool]


def _is_copied(document: SourceDocument, essay: Stored, is_gone: Callable[[Stored], bool]) -> bool:
    if essay.path != document.path or essay.root == document.root:
        return False
    return (
        (bool(document.body.strip()) and essay.body_key == body_key(document.body))
        or essay.title == document.title
        or is_gone(essay)
    )


def _is_renamed(document: SourceDocument, essay: Stored, is_gone: Callable[[Stored], bool]) -> bool:
    same_text = bool(document.body.strip()) and essay.body_key == body_key(document.body)
    same_name = essay.title == document.title and essay.slug == document.slug_wish
    return (same_text or same_name) and is_gone(essay)
