"""Failures of search that other tools really had, each through the whole of our own."""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retrieval import hnsw
from retrieval.embedders.base import Vectors
from retrieval.facts import Fact
from retrieval.fusion import Fusion, fuse
from retrieval.lanes import Found, Hit, Lane, Query
from retrieval.lanes.vector import VectorLane
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.recipe import Recipe
from retrieval.search import SearchResult, search
from retrieval.types import Scope
from tests.retrieval.asking import query_of
from tests.retrieval.conftest import MakeEssay
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.data
CASES = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere")) / "bugcases"


def cases(kind: str) -> list[Any]:
    """What each case of a kind gives, under ``given``, and what it expects."""
    files = sorted(CASES.glob("*/expected.json"))
    loaded = [json.loads(file.read_text("utf-8")) for file in files]
    return [
        pytest.param(_given(case), case["expect"], id=case["id"])
        for case in loaded
        if case["kind"] == kind
    ]


def _given(case: Mapping[str, Any]) -> Any:
    return json.loads((CASES / case["id"] / case["inputs"][0]).read_text("utf-8"))


def slugs(result: SearchResult) -> list[str]:
    return [passage.essay.slug for passage in result.passages]


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "expect"), cases("fts"))
def test_words_find_what_they_say(
    given: dict[str, Any], expect: dict[str, Any], make_essay: MakeEssay
) -> None:
    for one in given["docs"]:
        make_essay(one["id"], one["text"], title=one.get("title", one["id"]))

    for query in expect["queries"]:
        found = slugs(search(query["q"], lanes=["keyword"], limit=20))

        if "first" in query:
            assert found[0] == query["first"], query
        assert set(query.get("must_include", ())) <= set(found), query
        assert not set(query.get("must_not_include", ())) & set(found), query
        assert found == query.get("ids", found), query


def at_cosines(recipe: Mapping[str, Any], group: Mapping[str, Any]) -> Vectors:
    """Unit vectors whose cosines to the first axis lie between two."""
    noise = np.random.default_rng([recipe["seed"], len(group["name"])])
    own = noise.standard_normal((group["count"], recipe["dimension"] - 1))
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    low, high = group["cosine_to_query"]
    cosines = low + (high - low) * noise.random((group["count"], 1))
    return np.asarray(np.hstack([cosines, np.sqrt(1 - cosines**2) * own]), np.float32)


def store(group: Mapping[str, Any], vectors: Vectors, fingerprint: str) -> list[int]:
    """Ten chunks an essay."""
    essays = Essay.objects.bulk_create(
        Essay(slug=f"{group['name']}-{at}", title=f"{at}", body="", visibility=group["visibility"])
        for at in range(-(-len(vectors) // 10))
    )
    chunks = Chunk.objects.bulk_create(
        Chunk(key=f"{group['name']}-{at}", essay=essays[at // 10], ordinal=at % 10, token_count=1)
        for at in range(len(vectors))
    )
    ChunkVector.objects.bulk_create(
        ChunkVector(chunk=chunk, essay=chunk.essay, fingerprint=fingerprint, vector=vector)
        for chunk, vector in zip(chunks, vectors, strict=True)
    )
    return [chunk.pk for chunk in chunks]


@pytest.fixture(params=["one by one", "by the index"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both ways in which vectors are compared, each with an archive of any size."""
    if request.param == "by the index":
        monkeypatch.setattr(hnsw, "EXACT_CHUNKS", 5)
        monkeypatch.setattr(hnsw, "EXACT_SHARE", 0)
    yield str(request.param)
    hnsw.drop()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("given", "expect"), cases("filtered_vector_search"))
def test_a_filter_costs_no_row(given: dict[str, Any], expect: dict[str, Any], way: str) -> None:
    embedder = HashedEmbedder(name="recipe", dimensions=given["dimension"])
    cosines: dict[int, float] = {}
    for group in given["groups"]:
        vectors = at_cosines(given, group)
        ids = store(group, vectors, embedder.fingerprint)
        if group["visibility"] == "public":
            cosines |= dict(zip(ids, vectors[:, 0].tolist(), strict=True))
    assert bool(hnsw.keep_up(embedder)) is (way == "by the index")
    query = query_of("", np.eye(given["dimension"], dtype=np.float32)[0], embedder.fingerprint)
    wanted = expect["query"]["top_k"]

    found = [hit.chunk_id for hit in VectorLane().find(query, Scope(), limit=wanted).hits]

    exact = sorted(cosines, key=lambda pk: -cosines[pk])[:wanted]
    assert len(found) == expect["rows"]
    assert set(found) <= set(cosines)
    assert len(set(found) & set(exact)) >= expect["recall_against_exact_scan_min"] * wanted


@pytest.mark.parametrize(("given", "expect"), cases("rrf"))
def test_ranks_are_fused(given: dict[str, Any], expect: dict[str, Any]) -> None:
    names = sorted({name for names in given["lists"].values() for name in names})

    for order in permutations(given["lists"]):
        fused = fused_by_name({lane: given["lists"][lane] for lane in order}, names, given["k"])

        assert {name: round(score, 6) for name, score in fused} == expect["scores"]
        for group in expect["order_groups"]:
            head, fused = fused[: len(group)], fused[len(group) :]
            assert {name for name, _ in head} == set(group)
    for more in expect.get("more", ()):
        fused = fused_by_name(more["lists"], names, given["k"])
        assert [name for name, _ in fused] == more["order"]


def fused_by_name(
    lists: Mapping[str, Sequence[str]], names: Sequence[str], k: int
) -> list[tuple[str, float]]:
    found = {lane: [names.index(name) for name in held] for lane, held in lists.items()}
    once = fuse(found, k=k)
    assert all(fuse(found, k=k) == once for _ in range(10))
    return [(names[one.chunk_id], one.score) for one in once]


class Told:
    """A lane that finds what it is told, where it is told."""

    uses_vector = False
    ceiling: float | None = None

    def __init__(self, name: str, ids: Sequence[int]) -> None:
        self.name, self.ids = name, ids

    def find(
        self, query: Query, scope: Scope, *, limit: int, beside: Collection[int] = ()
    ) -> Found:
        return Found(tuple(Hit(pk, None) for pk in self.ids[:limit]))

    def score(self, query: Query, scope: Scope, chunks: Sequence[Fact]) -> None:
        return None


def lane_of(name: str, places: Mapping[str, int], make_essay: MakeEssay) -> Lane:
    """The passages at their ranks, and undated ones that nobody asks after between them."""
    by_rank = {rank: slug for slug, rank in places.items()}
    ids = []
    for rank in range(1, max(by_rank, default=0) + 1):
        slug = by_rank.get(rank, f"{name}-{rank}")
        essay = Essay.objects.filter(slug=slug).first()
        essay = essay or make_essay(slug, f"About {slug}.", published_on=None)
        ids.append(essay.chunks.get().pk)
    return Told(name, ids)


@pytest.mark.django_db
@pytest.mark.parametrize("fusion", Fusion)
@pytest.mark.parametrize(("given", "expect"), cases("rerank_boost"))
def test_a_time_moves_only_what_is_nearly_as_good(
    given: dict[str, Any],
    expect: dict[str, Any],
    fusion: Fusion,
    make_essay: MakeEssay,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in given["passages"]:
        day = date.fromisoformat(one["published"])
        make_essay(one["id"], f"Of {one['id']}.", published_on=day)
    ranks = {one["id"]: one["ranks"] for one in given["passages"]}
    lanes = tuple(
        lane_of(own, {pk: at[theirs] for pk, at in ranks.items() if theirs in at}, make_essay)
        for own, theirs in (("vector", "vector"), ("keyword", "text"))
    )
    monkeypatch.setattr("retrieval.search.LANES", lanes)
    # Undated essays stand in no view of a day: today is given by the clock alone.
    monkeypatch.setattr(
        "retrieval.search.timezone.localdate", lambda: date.fromisoformat(given["now"])
    )

    for question in given["questions"]:
        result = search(question, limit=50, recipe=Recipe(fusion=fusion, rrf_k=given["k"]))

        order = [slug for slug in slugs(result) if slug in ranks]
        wanted = expect[question]
        assert order == wanted.get("order", order)
        assert order[0] == wanted.get("first", order[0])
        assert order[0] in wanted.get("first_any_of", order)
        assert order[-1] == wanted.get("last", order[-1])


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "expect"), cases("temporal"))
def test_a_time_lifts_what_is_of_it_and_removes_nothing(
    given: dict[str, Any], expect: dict[str, Any], make_essay: MakeEssay
) -> None:
    words = ["rope", "knot", "ferry", "oven", "lawn"]
    for turn, one in enumerate(given["corpus"]):
        text = " ".join(words[turn:] + words[:turn])
        make_essay(one["id"], text, published_on=date.fromisoformat(one["published"]))
    now = Scope(as_of=date.fromisoformat(given["now"]))

    for one in expect["answers"]:
        result = search(given["questions"][one["i"]], scope=now)

        # An original view and the earliest are one and the same end.
        intent = str(result.asked.intent or "none").replace("original", "earliest")
        boosts = {passage.essay.slug: passage.boost for passage in result.passages}
        assert intent == one["intent"].replace("original", "earliest")
        assert set(boosts) == {one["id"] for one in given["corpus"]}
        assert all(boosts[name] > 1 for name in one.get("favours", ()))
        assert all(boosts[name] <= 1 for name in one.get("not_favoured", ()))
