"""The ledger's part of the graph."""

import pytest

from ledger.graph import ledger_graph
from ledger.models import Concept, Position
from retrieval.graph import Node, NodeRef, seed_graph
from retrieval.models import GraphNode
from retrieval.types import NodeKind

pytestmark = pytest.mark.django_db


def test_concepts_and_positions_are_nodes_and_what_links_them_are_edges() -> None:
    concept = Concept.objects.create(slug="review", name="Code review", aliases=["reviewing"])
    first = Position.objects.create(
        key="r-1", concept=concept, stance="s", essay_slug="one", receipt="r", basis="undated"
    )
    Position.objects.create(
        key="r-2", concept=concept, stance="s", essay_slug="two", receipt="r", basis="undated",
        supersedes=first, change="refined",
    )  # fmt: skip

    graph = ledger_graph()

    assert graph.nodes == (Node(NodeRef(NodeKind.CONCEPT, "review"), ("Code review", "reviewing")),)
    assert [(edge.start.key, edge.kind, edge.end.key) for edge in graph.edges] == [
        ("review", "holds", "r-1"),
        ("r-1", "stated_in", "one"),
        ("review", "stated_in", "one"),
        ("review", "holds", "r-2"),
        ("r-2", "stated_in", "two"),
        ("review", "stated_in", "two"),
        ("r-2", "supersedes", "r-1"),
    ]


@pytest.mark.torch
@pytest.mark.usefixtures("sample_ledger")
def test_the_ledger_adds_its_part_without_being_asked_by_name() -> None:
    seed_graph()

    assert GraphNode.objects.filter(kind="concept").count() == Concept.objects.count() > 0
    assert GraphNode.objects.filter(kind="position").count() == Position.objects.count() > 0
