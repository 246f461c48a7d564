"""What the graph lane takes a question to name, and how far it goes from there."""

import pytest

from retrieval.graph import Edge, Graph, Node, NodeRef, essay_ref, replace_graph
from retrieval.lanes.graph import MOST_CHUNKS_AN_ESSAY, GraphLane, slugs_near
from retrieval.models import Chunk
from retrieval.types import EdgeKind, NodeKind, Scope
from tests.retrieval.asking import query_of
from tests.retrieval.conftest import CountingEmbedder, MakeEssay

pytestmark = pytest.mark.django_db

RECEIPT = NodeRef(NodeKind.TERM, "Receipt")
REVIEW = NodeRef(NodeKind.CONCEPT, "code-review")


def draw(*edges: tuple[NodeRef, str]) -> None:
    nodes = (Node(RECEIPT, ("Receipt", "exact words")), Node(REVIEW, ("Code review",)))
    drawn = (Edge(start, essay_ref(slug), "defines") for start, slug in edges)
    replace_graph([Graph(nodes, tuple(drawn))])


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("What is a receipt?", ["on-receipts"]),
        ("Why do receipts matter in code reviews?", ["on-receipts", "on-reviews"]),
        ("Must the exact words be quoted?", ["on-receipts"]),
        ("Were the words exact?", []),
        ("What did the harbour teach?", []),
        ("the of and", []),
    ],
)
def test_a_name_leads_to_its_essays_word_after_word_in_any_inflection(
    question: str, near: list[str]
) -> None:
    draw((RECEIPT, "on-receipts"), (REVIEW, "on-reviews"))

    assert sorted(slugs_near(question)) == near


def test_one_step_is_taken_both_ways_and_no_second_one() -> None:
    claim, essay = NodeRef(NodeKind.CLAIM, "c-1"), essay_ref("on-receipts")
    replace_graph(
        [
            Graph(
                (Node(RECEIPT, ("Receipt",)),),
                (
                    Edge(essay_ref("backwards"), RECEIPT, "see_also"),
                    Edge(claim, RECEIPT, "about"),
                    Edge(claim, essay, "stands_in"),
                    Edge(essay_ref("backwards"), essay_ref("two-steps"), "see_also"),
                ),
            )
        ]
    )

    assert slugs_near("receipt") == ["backwards"]


def test_an_essay_gets_its_few_nearest_chunks(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    parts = [
        f"## Part {at}\n\nBread of the day {at}. " + "Salt and flour. " * 60 for at in range(6)
    ]
    make_essay("on-receipts", "\n\n".join([*parts, "## Receipts\n\nA receipt is exact."]))
    draw((RECEIPT, "on-receipts"))
    text = "What is an exact receipt?"
    query = query_of(text, embedder.embed([text])[0], embedder.fingerprint)

    found = GraphLane().find(query, Scope(), limit=10).hits

    assert Chunk.objects.count() > len(found) == MOST_CHUNKS_AN_ESSAY
    assert "A receipt is exact." in Chunk.objects.get(pk=found[0].chunk_id).plain


def test_without_a_vector_an_essay_is_shown_from_its_beginning(make_essay: MakeEssay) -> None:
    make_essay("on-receipts", "A beginning.\n\n## Later\n\n" + "Receipts again. " * 90)
    draw((RECEIPT, "on-receipts"))

    found = GraphLane().find(query_of("receipts", None), Scope(), limit=1).hits

    assert [Chunk.objects.get(pk=hit.chunk_id).ordinal for hit in found] == [0]


def test_an_essay_that_only_says_the_word_is_not_one_step_away(make_essay: MakeEssay) -> None:
    mention = Edge(essay_ref("says-it"), RECEIPT, EdgeKind.MENTIONS)
    replace_graph([Graph((Node(RECEIPT, ("Receipt",)),), (mention,))])

    assert slugs_near("What is a receipt?") == []
