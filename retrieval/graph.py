"""The graph of what the author curated: made of rows alone, the same each time, by no model."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from django.db import connection, transaction

from retrieval.locks import GRAPH_LOCK
from retrieval.mentions import named_in
from retrieval.models import (
    Chunk,
    Claim,
    CuratedLink,
    Essay,
    GlossaryTerm,
    GraphEdge,
    GraphNode,
    Publication,
)
from retrieval.references import known_by, name_of_target
from retrieval.types import EdgeKind, NodeKind


@dataclass(frozen=True, slots=True, order=True)
class NodeRef:
    """A node by what it is and how it is known."""

    kind: NodeKind
    key: str


@dataclass(frozen=True, slots=True)
class Node:
    """``names``: what a question may call it; none where a question cannot name it."""

    ref: NodeRef
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """``kind``: what the step from start to end says, an ``EdgeKind`` or a ``LinkKind``."""

    start: NodeRef
    end: NodeRef
    kind: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A part of the graph; an end of an edge that no part has as a node is one by itself."""

    nodes: tuple[Node, ...] = field(default=())
    edges: tuple[Edge, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class GraphReport:
    """How large the graph has become."""

    nodes: int
    edges: int


# An indexed text: its essay's id, and the key of the text that its chunks were made of.
Text: TypeAlias = tuple[int, str]


def essay_ref(slug: str) -> NodeRef:
    return NodeRef(NodeKind.ESSAY, slug)


def ref_of(written: str) -> NodeRef:
    """``term:Receipt``, ``concept:code-review`` or an essay's slug, as in a links file."""
    prefix, colon, key = written.partition(":")
    if colon and prefix in (NodeKind.TERM, NodeKind.CONCEPT):
        return NodeRef(NodeKind(prefix), key.strip())
    return essay_ref(written)


def glossary_graph() -> Graph:
    """Terms under all of their names, next to the essays and terms that they name."""
    terms = GlossaryTerm.objects.order_by("term")
    nodes, edges = [], []
    for term in terms:
        ref = NodeRef(NodeKind.TERM, term.term)
        nodes.append(Node(ref, (term.term, *term.aliases)))
        edges += [Edge(essay_ref(slug), ref, EdgeKind.DEFINES) for slug in term.essays]
        edges += [
            Edge(ref, NodeRef(NodeKind.TERM, name), EdgeKind.RELATED) for name in term.related
        ]
    return Graph(tuple(nodes), tuple(edges))


def essays_graph() -> Graph:
    """Public essays, and the series that they are parts of.

    Whether one may be seen is asked of its own row, each time.
    """
    rows = Essay.objects.public().order_by("slug").values_list("slug", "series")
    return Graph(
        tuple(Node(essay_ref(slug)) for slug, _ in rows),
        tuple(
            Edge(essay_ref(slug), NodeRef(NodeKind.SERIES, series), EdgeKind.PART_OF_SERIES)
            for slug, series in rows
            if series
        ),
    )


def places_graph() -> Graph:
    """The public places where public essays live besides, by their addresses."""
    rows = Publication.objects.public().filter(essay__in=Essay.objects.public())
    return Graph(
        edges=tuple(
            Edge(essay_ref(slug), NodeRef(NodeKind.PLACE, url), EdgeKind.SYNDICATED_AS)
            for slug, url in rows.values_list("essay__slug", "url")
        )
    )


def bodies_graph() -> Graph:
    """Links that stand in the texts themselves, as far as they lead to public essays."""
    essays = list(Essay.objects.public().defer("body").order_by("slug"))
    meant = known_by(essays)
    return Graph(
        edges=tuple(
            Edge(essay_ref(essay.slug), essay_ref(slug), EdgeKind.LINKS_TO)
            for essay in essays
            for target in essay.links
            if (slug := meant.get(name_of_target(target)))
        )
    )


def links_graph() -> Graph:
    """Links and claims that the author drew; a claim also brings what it is about to its essay."""
    edges = [
        Edge(ref_of(link.start), ref_of(link.end), link.kind) for link in CuratedLink.objects.all()
    ]
    for claim in Claim.objects.all():
        ref = NodeRef(NodeKind.CLAIM, claim.key)
        edges.append(Edge(ref, essay_ref(claim.essay_slug), EdgeKind.STANDS_IN))
        for written in claim.about:
            edges.append(Edge(ref, ref_of(written), EdgeKind.ABOUT))
            edges.append(Edge(ref_of(written), essay_ref(claim.essay_slug), EdgeKind.CLAIMED_IN))
    return Graph(edges=tuple(edges))


# What the graph is made of, in a fixed order. Apps above add their part when they are ready,
# because this one knows nothing of them.
PARTS: list[Callable[[], Graph]] = [
    *(glossary_graph, essays_graph, places_graph, bodies_graph, links_graph),
]


def seed_graph() -> GraphReport:
    """Make the graph anew of all that is stored; who changes or indexes any of it calls this."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [GRAPH_LOCK])
        parts = [part() for part in PARTS]
        named = [node for part in parts for node in part.nodes if node.names]
        return replace_graph([*parts, mentions_graph(named)])


def mentions_graph(named: Iterable[Node]) -> Graph:
    """Public essays whose indexed text names a term or a concept."""
    names = {node.ref: node.names for node in named}
    known = _known_mentions(tuple(names.items()))
    slugs = {
        (pk, text_key): slug
        for pk, text_key, slug in Essay.objects.public().values_list("pk", "indexed_key", "slug")
    }
    known.update(_mentions({pk for pk, _ in slugs.keys() - known.keys()}, names))
    for gone in known.keys() - slugs.keys():
        del known[gone]
    return Graph(
        edges=tuple(
            Edge(essay_ref(slugs[text]), ref, EdgeKind.MENTIONS)
            for text, refs in known.items()
            for ref in refs
        )
    )


def _mentions(
    essay_ids: Collection[int], names: Mapping[NodeRef, Sequence[str]]
) -> Iterator[tuple[Text, tuple[NodeRef, ...]]]:
    chunks = Chunk.objects.filter(essay_id__in=essay_ids).order_by("essay_id", "ordinal")
    rows = chunks.values_list("essay_id", "essay__indexed_key", "plain")
    for text, group in groupby(rows.iterator(), key=lambda row: row[:2]):
        yield text, tuple(named_in("\n".join(plain for *_, plain in group), names))


@lru_cache(maxsize=1)
def _known_mentions(
    names: tuple[tuple[NodeRef, tuple[str, ...]], ...],
) -> dict[Text, tuple[NodeRef, ...]]:
    """What texts were found to name by these names, for as long as those stay the same.

    Filled by whoever asks: after the edit of one essay the others need not be read again.
    """
    return {}


def replace_graph(parts: Iterable[Graph]) -> GraphReport:
    """Put these nodes and edges in the place of all that were there, in one transaction.

    Only what differs is written: most edits draw or take away an edge or two.
    """
    parts = tuple(parts)
    names = _names(parts)
    edges = {edge for part in parts for edge in part.edges if edge.start != edge.end}
    with transaction.atomic():
        _write_edges(edges, _write_nodes(names))
    return GraphReport(nodes=len(names), edges=len(edges))


def _write_nodes(names: Mapping[NodeRef, tuple[str, ...]]) -> dict[NodeRef, int]:
    """Every node's id; the edges of a node that is gone go with it."""
    stored = {_ref_of_row(row): row for row in GraphNode.objects.all()}
    gone = [stored.pop(ref).pk for ref in stored.keys() - names.keys()]
    GraphNode.objects.filter(pk__in=gone).delete()
    renamed = [row for ref, row in stored.items() if tuple(row.names) != names[ref]]
    for row in renamed:
        row.names = list(names[_ref_of_row(row)])
    GraphNode.objects.bulk_update(renamed, ["names"], batch_size=200)
    new = GraphNode.objects.bulk_create(
        GraphNode(kind=ref.kind.value, key=ref.key, names=list(names[ref]))
        for ref in sorted(names.keys() - stored.keys())
    )
    return {_ref_of_row(row): row.pk for row in (*stored.values(), *new)}


def _write_edges(edges: Set[Edge], ids: Mapping[NodeRef, int]) -> None:
    refs = {pk: ref for ref, pk in ids.items()}
    rows = GraphEdge.objects.values_list("pk", "start_id", "end_id", "kind")
    stored = {Edge(refs[start], refs[end], kind): pk for pk, start, end, kind in rows}
    gone = [stored[edge] for edge in stored.keys() - edges]
    GraphEdge.objects.filter(pk__in=gone).delete()
    GraphEdge.objects.bulk_create(
        GraphEdge(start_id=ids[edge.start], end_id=ids[edge.end], kind=edge.kind)
        for edge in sorted(edges - stored.keys())
    )


def _ref_of_row(row: GraphNode) -> NodeRef:
    return NodeRef(NodeKind(row.kind), row.key)


def _names(parts: Sequence[Graph]) -> dict[NodeRef, tuple[str, ...]]:
    """Every node with all of its names, each once."""
    names: dict[NodeRef, tuple[str, ...]] = {}
    for node in _nodes(parts):
        names[node.ref] = tuple(dict.fromkeys((*names.get(node.ref, ()), *node.names)))
    return names


def _nodes(parts: Sequence[Graph]) -> Iterator[Node]:
    for part in parts:
        yield from part.nodes
        for edge in part.edges:
            yield from (Node(edge.start), Node(edge.end))
