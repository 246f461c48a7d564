"""Imports the links and claims that the author drew; a file with one fault changes nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from retrieval.corpus.author_files import Fault, FaultyFile, Key, Kind, Record, survey
from retrieval.graph import NodeRef, ref_of, seed_graph
from retrieval.models import Claim, CuratedLink, Essay, GraphNode
from retrieval.quoting import exact_match, nearest
from retrieval.types import LinkKind, NodeKind

_TEXT, _NEEDED = Key(Kind.TEXT), Key(Kind.TEXT, is_required=True)
_SECTIONS = {
    "links": {"from": _NEEDED, "to": _NEEDED, "kind": _NEEDED, "note": _TEXT},
    "claims": {"id": _NEEDED, "essay": _NEEDED, "text": _NEEDED, "about": Key(Kind.TEXTS)},
}


@dataclass(frozen=True, slots=True)
class LinksReport:
    """What is now drawn, and how large the graph became with it."""

    links: int
    claims: int
    nodes: int
    edges: int


def import_links(data: bytes) -> LinksReport:
    """Put the file's links and claims in the place of all earlier ones, or raise FaultyFile.

    The file is the whole set: a link that left it is no longer drawn.
    """
    records, faults = survey(data, _SECTIONS)
    links, claims = records["links"], records["claims"]
    with transaction.atomic():
        # Names are looked up in the graph, so it must be of today.
        seed_graph()
        faults += [*_link_faults(links), *_claim_faults(claims)]
        if faults:
            raise FaultyFile(list(dict.fromkeys(faults)))
        _save(links, claims)
        graph = seed_graph()
    return LinksReport(len(links), len(claims), graph.nodes, graph.edges)


def _save(links: Sequence[Record], claims: Sequence[Record]) -> None:
    CuratedLink.objects.all().delete()
    Claim.objects.all().delete()
    CuratedLink.objects.bulk_create(
        CuratedLink(
            start=record.texts["from"],
            end=record.texts["to"],
            kind=record.texts["kind"],
            note=record.texts.get("note", ""),
        )
        for record in links
    )
    Claim.objects.bulk_create(
        Claim(
            key=record.texts["id"],
            essay_slug=record.texts["essay"],
            text=record.texts["text"],
            about=list(record.lists.get("about", ())),
        )
        for record in claims
    )


def _link_faults(links: Sequence[Record]) -> Iterator[Fault]:
    known, lines = _known(), dict[tuple[str, ...], int]()
    for record in links:
        ends = [record.texts.get(name, "") for name in ("from", "to")]
        kind = record.texts.get("kind", "")
        for written in filter(None, ends):
            yield from _end_faults(written, record, known)
        if ends[0] and ends[0] == ends[1]:
            yield Fault(record.line, f"the link leads from {ends[0]!r} to itself; take it out.")
        if kind and kind not in list(LinkKind):
            words = " or ".join(LinkKind)
            yield Fault(record.line, f"the kind {kind!r} is not known; write {words}.")
        if (*ends, kind) in lines:
            line = lines[(*ends, kind)]
            yield Fault(record.line, f"the link stands in line {line} already; keep one of them.")
        lines.setdefault((*ends, kind), record.line)


def _claim_faults(claims: Sequence[Record]) -> Iterator[Fault]:
    known, lines = _known(), dict[str, int]()
    for record in claims:
        key = record.texts.get("id", "")
        if key and key in lines:
            yield Fault(record.line, f"the id {key!r} stands in line {lines[key]} already.")
        lines.setdefault(key, record.line)
        for written in record.lists.get("about", ()):
            yield from _end_faults(written, record, known)
        yield from _text_faults(record)


def _known() -> set[NodeRef]:
    """Everything that a link may name: all terms and concepts, and essays that readers may see."""
    named = GraphNode.objects.filter(kind__in=[NodeKind.TERM, NodeKind.CONCEPT], names__len__gt=0)
    refs = {NodeRef(NodeKind(node.kind), node.key) for node in named}
    slugs = Essay.objects.public().values_list("slug", flat=True)
    return refs | {NodeRef(NodeKind.ESSAY, slug) for slug in slugs}


def _end_faults(written: str, record: Record, known: set[NodeRef]) -> Iterator[Fault]:
    ref = ref_of(written)
    if ref not in known:
        way_out = "import it, or mend the slug" if ref.kind is NodeKind.ESSAY else "mend the name"
        what = "public essay" if ref.kind is NodeKind.ESSAY else ref.kind.value
        yield Fault(record.line, f"there is no {what} {ref.key!r}; {way_out}.")


def _text_faults(record: Record) -> Iterator[Fault]:
    """A claim is the essay's own words, to the letter."""
    slug, text = record.texts.get("essay", ""), record.texts.get("text", "")
    if not slug or not text:
        return
    essay = Essay.objects.public().filter(slug=slug).first()
    if essay is None:
        yield Fault(record.line, f"there is no public essay {slug!r}; import it, or mend the slug.")
    elif exact_match(text, essay.body) is None:
        near = nearest(text, essay.body)
        words = f"; nearest is “{' '.join(near.words.split())}”" if near else ""
        yield Fault(record.line, f"the text does not stand in the essay {slug!r}{words}.")
