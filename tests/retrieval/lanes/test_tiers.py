"""Who may see what is decided in each lane's SQL; each guard is shown to be needed."""

from collections.abc import Sequence
from typing import Any

import pytest

from retrieval.lanes import LANES, SHADOW_LANES, Hit, Lane, Query
from retrieval.lanes.keyword import document_frequencies, public_chunk_count, scored
from retrieval.models import Chunk, Essay
from retrieval.querysets import TIERS
from retrieval.search import search
from retrieval.tallies import corpus_of
from retrieval.types import Scope, Tier, Visibility
from tests.retrieval.asking import query_of
from tests.retrieval.conftest import CountingEmbedder, MakeEssay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("curated")]

BACKGROUND = Scope(tier=Tier.BACKGROUND)
EVERY_LANE = (*LANES, *SHADOW_LANES)
EACH_LANE = pytest.mark.parametrize("lane", EVERY_LANE, ids=lambda lane: lane.name)
QUESTIONS = (
    "How good is a rope splice?",
    "What does the harbour owe a ferry?",
    "rope quay tide",
    "Who mends a splice in winter?",
    "bread and yeast",
)
WORDS = ("rope", "splice", "quay", "harbour", "tide", "yeast", "lamp")


def asked(text: str, embedder: CountingEmbedder) -> Query:
    return query_of(text, embedder.embed([text])[0], embedder.fingerprint)


def slugs(hits: Sequence[Hit]) -> set[str]:
    ids = [hit.chunk_id for hit in hits]
    return set(Chunk.objects.filter(pk__in=ids).values_list("essay__slug", flat=True))


def leave_chunks_behind(make_essay: MakeEssay) -> None:
    """One essay of each visibility, changed where no indexer hears of it: all keep chunks."""
    for word in Visibility:
        make_essay(word.value, f"A rope is only as good as its splice, {word.value}.")
        Essay.objects.filter(slug=word.value).update(visibility=word.value)


@EACH_LANE
def test_each_lane_finds_one_tier_and_private_essays_in_neither(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    leave_chunks_behind(make_essay)
    query = asked("rope splice", embedder)

    assert slugs(lane.find(query, Scope(), limit=10).hits) == {"public"}
    assert slugs(lane.find(query, BACKGROUND, limit=10).hits) == {"unlisted", "draft"}


@EACH_LANE
def test_a_lane_without_its_filter_would_leak_so_the_filter_is_what_withholds(
    lane: Lane,
    make_essay: MakeEssay,
    embedder: CountingEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leave_chunks_behind(make_essay)
    query = asked("rope splice", embedder)
    monkeypatch.setitem(TIERS, Tier.PUBLIC, tuple(word.value for word in Visibility))
    monkeypatch.setattr("retrieval.lanes.vector.vectors_in", lambda _: ("true", ()))

    assert slugs(lane.find(query, Scope(), limit=10).hits) == {word.value for word in Visibility}


def test_a_search_finds_the_public_tier_unless_code_asks_for_the_other(
    make_essay: MakeEssay,
) -> None:
    leave_chunks_behind(make_essay)

    found = {passage.essay.slug for passage in search("rope splice").passages}
    behind = {passage.essay.slug for passage in search("rope splice", scope=BACKGROUND).passages}

    assert found == {"public"}
    assert behind == {"unlisted", "draft"}


def public_view(embedder: CountingEmbedder) -> dict[str, Any]:
    """All that the public part of the index says, to the last digit."""
    ranked = {
        question: [
            (passage.essay.slug, passage.base, passage.boost, dict(passage.lanes))
            for passage in search(question, limit=50).passages
        ]
        for question in QUESTIONS
    }
    return {
        "ranked": ranked,
        "bm25": {question: scored(question, Scope(), limit=50) for question in QUESTIONS},
        "frequencies": document_frequencies(WORDS),
        "chunks": public_chunk_count(),
        "stamp": corpus_of(Tier.PUBLIC).stamp,
        "lanes": {
            (lane.name, question): lane.find(asked(question, embedder), Scope(), limit=50).hits
            for lane in EVERY_LANE
            for question in QUESTIONS
        },
    }


def test_what_the_public_finds_does_not_depend_on_what_is_withheld(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for at in range(12):
        make_essay(
            f"public-{at}", f"A rope on quay {at} and its splice, tide after tide. " * (at + 1)
        )
    make_essay("ferry", "The harbour owes a ferry its depth, and the lamp at the end of the quay.")
    before = public_view(embedder)

    for at, word in enumerate(("unlisted", "draft", "private") * 4):
        make_essay(f"hidden-{at}", "rope splice quay harbour tide yeast lamp " * 9, visibility=word)
        make_essay(f"left-{at}", "rope splice winter bread " * 5, language="de", title="Rope")
        Essay.objects.filter(slug=f"left-{at}").update(visibility=word)

    assert public_view(embedder) == before


def test_the_twin_would_notice_one_more_public_essay(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay("ferry", "The harbour owes a ferry its depth, and a rope.")
    before = public_view(embedder)

    make_essay("another", "Another rope.")
    after = public_view(embedder)

    assert {name for name in before if after[name] == before[name]} == set()
