"""The ledger's part of the graph: concepts and positions as nodes and edges."""

from ledger.models import Concept, Position
from retrieval.graph import Edge, Graph, Node, NodeRef, essay_ref
from retrieval.types import EdgeKind, NodeKind


def ledger_graph() -> Graph:
    """Concepts under all of their names, next to the essays that hold a position on them."""
    nodes = [
        Node(_concept(concept.slug), (concept.name, *concept.aliases))
        for concept in Concept.objects.order_by("slug")
    ]
    edges: list[Edge] = []
    rows = Position.objects.select_related("concept", "supersedes", "reaffirms").order_by("key")
    for row in rows:
        concept, position, essay = (
            _concept(row.concept.slug), _position(row.key), essay_ref(row.essay_slug)
        )  # fmt: skip
        edges += [
            Edge(concept, position, EdgeKind.HOLDS),
            Edge(position, essay, EdgeKind.STATED_IN),
            Edge(concept, essay, EdgeKind.STATED_IN),
        ]
        if row.supersedes:
            edges.append(Edge(position, _position(row.supersedes.key), EdgeKind.SUPERSEDES))
        if row.reaffirms:
            edges.append(Edge(position, _position(row.reaffirms.key), EdgeKind.REAFFIRMS))
    return Graph(tuple(nodes), tuple(edges))


def _concept(slug: str) -> NodeRef:
    return NodeRef(NodeKind.CONCEPT, slug)


def _position(key: str) -> NodeRef:
    return NodeRef(NodeKind.POSITION, key)
