"""The graph is made of stored rows, whole, and the same each time."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DataError

from retrieval import mentions, tasks
from retrieval.corpus.glossary import import_glossary
from retrieval.graph import (
    Edge,
    Graph,
    Node,
    NodeRef,
    essay_ref,
    replace_graph,
    seed_graph,
)
from retrieval.indexing import index_essays
from retrieval.models import Claim, CuratedLink, Essay, GlossaryTerm, GraphEdge, GraphNode
from retrieval.types import EdgeKind, LinkKind, NodeKind
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

TERMS = b"""terms:
  - {term: Receipt, aliases: [exact words], definition: d, related: [Ledger], essays: [rope]}
"""


def edges() -> list[tuple[str, str, str]]:
    rows = GraphEdge.objects.select_related("start", "end")
    return sorted((str(row.start), row.kind, str(row.end)) for row in rows)


def test_an_import_of_the_glossary_leaves_its_terms_and_steps_in_the_graph() -> None:
    import_glossary(TERMS)

    assert GraphNode.objects.get(kind="term", key="Receipt").names == ["Receipt", "exact words"]
    assert edges() == [
        ("essay:rope", "defines", "term:Receipt"),
        ("term:Receipt", "related", "term:Ledger"),
    ]


def test_a_claim_brings_what_it_is_about_to_its_essay() -> None:
    CuratedLink.objects.create(start="rope", end="term:Receipt", kind="see_also")
    Claim.objects.create(key="c-1", essay_slug="rope", text="t", about=["concept:review"])

    seed_graph()

    assert edges() == [
        ("claim:c-1", "about", "concept:review"),
        ("claim:c-1", "stands_in", "essay:rope"),
        ("concept:review", "claimed_in", "essay:rope"),
        ("essay:rope", "see_also", "term:Receipt"),
    ]


def test_every_public_essay_is_a_node_without_a_name_and_no_hidden_one_is(
    make_essay: MakeEssay,
) -> None:
    make_essay("rope")
    make_essay("hidden", visibility="draft")

    seed_graph()

    assert list(GraphNode.objects.values_list("key", "names")) == [("rope", [])]


def test_seeding_again_makes_the_same_graph_and_a_change_makes_another() -> None:
    import_glossary(TERMS)
    once, drawn = set(GraphNode.objects.values_list("pk", flat=True)), edges()

    again = seed_graph()
    assert set(GraphNode.objects.values_list("pk", flat=True)) == once
    assert (again.nodes, again.edges, edges()) == (3, 2, drawn)

    GlossaryTerm.objects.update(aliases=["other words"])
    seed_graph()
    assert GraphNode.objects.get(key="Receipt").names == ["Receipt", "other words"]


def test_what_stays_in_the_graph_is_not_written_again(make_essay: MakeEssay) -> None:
    make_essay("rope", "Two receipts.")
    make_essay("quay", "Of [rope](rope).")
    import_glossary(TERMS)
    nodes = dict(GraphNode.objects.values_list("key", "pk"))
    drawn = {str(row): row.pk for row in GraphEdge.objects.all()}

    make_essay("tar", "Of [quay](quay), and a receipt.")
    Essay.objects.filter(slug="rope").update(visibility="draft")
    seed_graph()

    assert dict(GraphNode.objects.values_list("key", "pk")).items() >= nodes.items()
    kept = {str(row): row.pk for row in GraphEdge.objects.all()}.items() & drawn.items()
    assert len(kept) == 2
    assert edges() == [
        ("essay:rope", "defines", "term:Receipt"),
        ("essay:tar", "links_to", "essay:quay"),
        ("essay:tar", "mentions", "term:Receipt"),
        ("term:Receipt", "related", "term:Ledger"),
    ]


def test_a_new_graph_takes_the_place_of_the_old_one_or_nothing_changes() -> None:
    receipt = NodeRef(NodeKind.TERM, "Receipt")
    replace_graph([Graph((Node(receipt, ("Receipt",)),))])

    with pytest.raises(DataError, match="NUL"):
        replace_graph([Graph(edges=(Edge(receipt, essay_ref("a\x00"), "defines"),))])
    assert GraphNode.objects.get().names == ["Receipt"]

    replace_graph([Graph((Node(essay_ref("rope")),))])
    assert str(GraphNode.objects.get()) == "essay:rope"


def test_links_between_public_texts_are_steps_and_those_to_hidden_ones_are_none(
    make_essay: MakeEssay,
) -> None:
    make_essay("rope", "[a](../quay.md#old) [b](/hidden/) [c](https://other.example/quay)")
    make_essay("quay", "Back to [itself](quay).")
    make_essay("hidden", "Of [rope](rope).", visibility="draft")

    seed_graph()

    assert edges() == [("essay:rope", "links_to", "essay:quay")]


def test_an_essay_that_names_a_term_mentions_it_and_a_hidden_one_does_not(
    make_essay: MakeEssay,
) -> None:
    make_essay("rope", "Two Receipts, and a `word`.")
    make_essay("quay", "Exact   words, and receiptless ones.")
    make_essay("bread", "No receiving here.")
    make_essay("hidden", "A receipt.", visibility="draft")

    import_glossary(TERMS)

    assert [(start, end) for start, kind, end in edges() if kind == "mentions"] == [
        ("essay:quay", "term:Receipt"),
        ("essay:rope", "term:Receipt"),
    ]


def test_only_texts_that_changed_are_read_again(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def named_in(text: str, names: Mapping[NodeRef, Sequence[str]]) -> Iterator[NodeRef]:
        read.append(text)
        return mentions.named_in(text, names)

    monkeypatch.setattr("retrieval.graph.named_in", named_in)
    rope = make_essay("rope", "Two receipts.")
    make_essay("quay", "No such thing.")
    import_glossary(TERMS)
    assert sorted(read) == ["No such thing.", "Two receipts."]

    Essay.objects.filter(pk=rope.pk).update(body="The exact words.")
    index_essays([rope.pk])
    seed_graph()
    assert read[2:] == ["The exact words."]
    assert ("essay:rope", "mentions", "term:Receipt") in edges()

    Essay.objects.filter(pk=rope.pk).update(visibility="draft")
    seed_graph()
    assert not [kind for _, kind, _ in edges() if kind == "mentions"]

    GlossaryTerm.objects.update(aliases=["such thing"])
    seed_graph()
    assert read[3:] == ["No such thing."]
    assert ("essay:quay", "mentions", "term:Receipt") in edges()


@pytest.mark.parametrize("task", ["index_essay", "sweep"])
def test_what_a_worker_has_indexed_stands_in_the_graph(task: str, make_essay: MakeEssay) -> None:
    essay = make_essay("rope", "Nothing of the kind.")
    import_glossary(TERMS)
    Essay.objects.filter(pk=essay.pk).update(body="Two receipts.")

    given: dict[str, dict[str, Any]] = {
        "index_essay": {"essay_id": essay.pk},
    }
    getattr(tasks, task)(**given.get(task, {}))

    assert ("essay:rope", "mentions", "term:Receipt") in edges()


def test_series_and_public_places_are_nodes_of_their_own(make_essay: MakeEssay) -> None:
    rope = make_essay("rope", series="On the quay")
    hidden = make_essay("hidden", series="On the quay", visibility="draft")
    for essay, address, seen in (
        (rope, "https://journal.example/rope", "public"),
        (rope, "https://paid.example/rope", "private"),
        (hidden, "https://journal.example/hidden", "public"),
    ):
        essay.publications.create(url=address, visibility=seen)

    seed_graph()

    assert edges() == [
        ("essay:rope", "part_of_series", "series:On the quay"),
        ("essay:rope", "syndicated_as", "place:https://journal.example/rope"),
    ]


def test_a_deploy_makes_the_graph_anew(make_essay: MakeEssay) -> None:
    make_essay("rope")
    GraphNode.objects.all().delete()

    call_command("migrate", verbosity=0)

    assert GraphNode.objects.filter(key="rope").exists()


def test_every_kind_of_step_is_told_in_the_docs() -> None:
    told = (Path(__file__).parents[2] / "docs/graph.md").read_text()

    kinds = [kind.value for kind in (*EdgeKind, *LinkKind)]
    assert [kind for kind in kinds if f"`{kind}`" not in told] == []
