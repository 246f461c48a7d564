"""Before an import is planned: which documents are works, and which are other places of one."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from retrieval.corpus.documents import Listing, Skip, SourceDocument
from retrieval.corpus.identity import (
    Stored,
    StoredCopy,
    address_of,
    match_documents,
    traces_of,
)
from retrieval.corpus.planning import CopyStep, Step
from retrieval.corpus.syndication import Work, address_key, same_works
from retrieval.corpus.visibility import closedness, told_of_copy
from retrieval.likeness import ENOUGH_RUNS, Runs, runs_of, shared, words_of
from retrieval.types import Visibility

# A link says that two are one work; their texts need only not speak against it.
ALIKE = 0.25
# Two notes of a few words have half of them in common anyhow.
ENOUGH_WORDS = 0.8
UNLISTED_TITLE = "no essay has this title or address; import the essay first, or name it alike."


@dataclass(slots=True)
class Sorted:
    """``copies``: by the key of their work. ``taken_over``: by a document's address."""

    works: list[SourceDocument] = field(default_factory=list)
    copies: list[tuple[str, SourceDocument]] = field(default_factory=list)
    taken_over: dict[str, Stored] = field(default_factory=dict)
    skips: list[Skip] = field(default_factory=list)


def sort_copies(
    documents: Sequence[SourceDocument],
    listings: Sequence[Listing],
    *,
    stored: Sequence[Stored],
    body_of: Callable[[int], str],
    is_gone: Callable[[Stored], bool],
) -> Sorted:
    """Join what says that it is one work; ``body_of`` reads a stored essay by its id."""
    done = Sorted()
    of_copy = {copy.address: essay for essay in stored for copy in essay.copies}
    rest = [one for one in documents if _address(one) not in of_copy]
    done.copies = [
        (key_of(of_copy[_address(one)]), one) for one in documents if _address(one) in of_copy
    ]
    by_key = {_address(one): one for one in rest}
    # A file that was renamed or moved is no copy of what it was; one of another kind may be.
    known = match_documents(rest, stored=stored, is_gone=is_gone)
    rows = {
        address: essay
        for address, essay in known.items()
        if essay.address == address
        or essay.columns["source_format"] == by_key[address].source_format
    }
    works = [_work_of(one, is_stored=_address(one) in rows) for one in rest]
    works += [_work_of_stored(essay) for essay in stored if essay not in rows.values()]
    for group in same_works(works, is_alike=_comparing(by_key, stored, body_of)):
        _join(group, by_key=by_key, essays=rows, stored=stored, done=done)
    joined = {_address(copy) for _, copy in done.copies}
    done.works = [one for one in rest if _address(one) not in joined]
    rows |= done.taken_over
    _place_listings(listings, stored=stored, rows=rows, done=done)
    done.works = [_as_closed_as_its_copies(one, done, rows) for one in done.works]
    return done


def copy_steps(done: Sorted, steps: Iterable[Step], stored: Sequence[Stored]) -> list[CopyStep]:
    """Each copy with the slug of its essay, and whether it was known just so."""
    slugs = {key_of(essay): essay.slug for essay in stored}
    for step in steps:
        if step.document:
            slugs[_address(step.document)] = step.slug
    known = {(copy.address, essay.slug): copy for essay in stored for copy in essay.copies}
    planned = [CopyStep(slugs[key], copy) for key, copy in done.copies]
    return [
        replace(step, is_known=_is_known(step, known.get((_address(step.document), step.slug))))
        for step in planned
    ]


def key_of(essay: Stored) -> str:
    return f"essay {essay.pk}"


def _address(document: SourceDocument) -> str:
    return address_of(document.root, document.path)


def _work_of(document: SourceDocument, *, is_stored: bool) -> Work:
    own = address_key(document.own_url or document.canonical_url)
    return Work(
        key=_address(document),
        source_format=document.source_format,
        own=own,
        original=address_key(document.canonical_url),
        copies=frozenset(address_key(place.url) for place in document.places) - {""},
        is_stored=is_stored,
    )


def _work_of_stored(essay: Stored) -> Work:
    canonical = str(essay.columns["canonical_url"])
    return Work(
        key=key_of(essay),
        source_format=str(essay.columns["source_format"]),
        own=address_key(str(essay.columns["own_url"]) or canonical),
        original=address_key(canonical),
        copies=frozenset(address_key(place.url) for place in essay.places) - {""},
        is_stored=True,
    )


def _comparing(
    documents: Mapping[str, SourceDocument],
    stored: Sequence[Stored],
    body_of: Callable[[int], str],
) -> Callable[[str, str], bool]:
    ids = {key_of(essay): essay.pk for essay in stored}

    def body(key: str) -> str:
        return documents[key].body if key in documents else body_of(ids[key])

    @cache
    def runs(key: str) -> Runs:
        return runs_of(body(key))

    def is_alike(one: str, other: str) -> bool:
        shorter, longer = sorted((len(runs(one)), len(runs(other))))
        if longer < 2 * ENOUGH_RUNS:
            return _say_the_same(words_of(body(one)), words_of(body(other)))
        # An excerpt is too short to speak for or against what the addresses say.
        return shorter < 2 * ENOUGH_RUNS or shared(runs(one), runs(other)) >= ALIKE

    return is_alike


def _say_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Of two short notes; a title without a text speaks against nothing."""
    return len(one & other) >= ENOUGH_WORDS * min(len(one), len(other))


def _join(
    group: Sequence[Work],
    *,
    by_key: Mapping[str, SourceDocument],
    essays: Mapping[str, Stored],
    stored: Sequence[Stored],
    done: Sorted,
) -> None:
    """The first gives the text, an essay that is there keeps its row, the rest are copies.

    Two essays that are both there stay two, until the author joins them.
    """
    head = group[0]
    rows = {key_of(essay): essay for essay in stored}
    there = [work for work in group if work.is_stored]
    row = next((rows.get(work.key) or essays[work.key] for work in there), None)
    if row is not None and not head.is_stored:
        done.taken_over[head.key] = row
    for work in group[1:]:
        is_the_row = row is not None and essays.get(work.key) is row
        if work.key in by_key and (not work.is_stored or (is_the_row and not head.is_stored)):
            done.copies.append((head.key, by_key[work.key]))


def _place_listings(
    listings: Sequence[Listing],
    *,
    stored: Sequence[Stored],
    rows: Mapping[str, Stored],
    done: Sorted,
) -> None:
    found: dict[str, set[str]] = {}
    for work in done.works:
        _name(found, _address(work), work.title, _work_of(work, is_stored=False))
    for essay in stored:
        if essay not in rows.values():
            _name(found, key_of(essay), essay.title, _work_of_stored(essay))
    for listing in listings:
        keys = _works_of(listing, found)
        if len(keys) == 1:
            done.copies.append((keys.pop(), _as_document(listing)))
        else:
            what = f"{listing.path}: {listing.place.title or listing.place.url}"
            done.skips.append(Skip(listing.root, what, UNLISTED_TITLE))


def _name(found: dict[str, set[str]], key: str, title: str, work: Work) -> None:
    for name in {work.own, work.original, *work.copies, _folded(title)} - {""}:
        found.setdefault(name, set()).add(key)


def _works_of(listing: Listing, found: Mapping[str, set[str]]) -> set[str]:
    """By an address first: titles are what platforms change."""
    addresses = [address_key(url) for url in (*listing.elsewhere, listing.place.url)]
    names = [*addresses, *map(_folded, (*listing.titles, listing.place.title))]
    return set(next((found[name] for name in names if name and name in found), ()))


def _folded(title: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())


def _as_document(listing: Listing) -> SourceDocument:
    return SourceDocument(
        root=listing.root,
        path=f"{listing.path}#{listing.place.url}",
        file=listing.path,
        slug_wish="",
        folder="",
        title=listing.place.title,
        body="",
        dates=listing.dates,
        visibility=Visibility.PUBLIC,
        source_format="list",
        platform=listing.place.platform,
        own_url=listing.place.url,
    )


def _as_closed_as_its_copies(
    work: SourceDocument, done: Sorted, rows: Mapping[str, Stored]
) -> SourceDocument:
    """Conflicts take the more private: what is paid for in one place is free in none."""
    address = _address(work)
    row = rows.get(address)
    copies = [(one.visibility, one.title) for key, one in done.copies if key == address]
    fresh = {_address(one) for _, one in done.copies}
    copies += [
        (copy.visibility, copy.place.title)
        for copy in (row.copies if row else ())
        if copy.address not in fresh
    ]
    if row is not None:
        copies += [(one.visibility, one.title) for key, one in done.copies if key == key_of(row)]
    closed = max(copies, key=lambda one: closedness(one[0]), default=None)
    if closed is None or closedness(closed[0]) <= closedness(work.visibility):
        return work
    told = told_of_copy(closed[1], closed[0])
    return replace(
        work,
        visibility=closed[0],
        visibility_reason=f"import: {told}",
        warnings=(*work.warnings, f"{told}; make the copy public, or take it out."),
    )


def _is_known(step: CopyStep, copy: StoredCopy | None) -> bool:
    document = step.document
    return copy is not None and (copy.place, copy.visibility, copy.key) == (
        step.place, document.visibility, traces_of(document.body).key
    )  # fmt: skip
