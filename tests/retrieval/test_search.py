"""The whole way from a question to passages."""

from datetime import date
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from retrieval import search as searching
from retrieval.embedders.base import EmbedderUnavailable
from retrieval.graph import seed_graph
from retrieval.models import Essay, GlossaryTerm
from retrieval.search import RECIPE, UnknownLane, search
from retrieval.types import Bucket, DocType, EssayRef, Passage, Scope
from retrieval.weights import SPAN_LIFT
from tests.retrieval.conftest import MakeEssay, use_embedder
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_remembered_questions() -> None:
    searching._vector_of.cache_clear()


def slugs(result: searching.SearchResult) -> list[str]:
    return [passage.essay.slug for passage in result.passages]


def test_a_passage_carries_all_that_an_answer_needs(make_essay: MakeEssay) -> None:
    make_essay(
        "rope",
        "## Splices\n\nA **rope** is only as good as its splice.",
        title="On Rope",
        canonical_url="https://author.example/rope",
        doc_type="note",
    )

    (passage,) = search("How good is a rope?").passages

    assert passage == Passage(
        chunk_id=passage.chunk_id,
        key=passage.key,
        essay=EssayRef(
            slug="rope",
            title="On Rope",
            url="https://author.example/rope",
            published=date(2020, 1, 5),
            doc_type=DocType.NOTE,
        ),
        heading_path=("Splices",),
        anchor="splices",
        text="## Splices\n\nA **rope** is only as good as its splice.",
        plain="A rope is only as good as its splice.",
        lanes={"vector": 1, "keyword": 1},
        base=passage.base,
        boost=0.99,
        bucket=Bucket.CURRENT,
    )
    # The whole of the words' share, and of the meaning's what the cosine comes to.
    assert 0.3 < passage.base < 1


def test_a_result_says_how_long_each_stage_took_and_what_was_live(make_essay: MakeEssay) -> None:
    make_essay("rope")

    result = search("rope")

    assert list(result.timings_ms) == ["corpus", "embed", "vector", "keyword", "fuse", "load"]
    assert result.degraded == ()
    assert result.versions["recipe"] == RECIPE.fingerprint
    assert len(result.versions["index"]) == 12


def test_without_a_model_words_alone_answer_and_the_result_says_so(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")

    def unavailable() -> None:
        raise EmbedderUnavailable("The model is not there. Run `make setup`.")

    monkeypatch.setattr("retrieval.search.get_embedder", unavailable)
    result = search("rope")

    assert slugs(result) == ["rope"]
    assert result.degraded == ("embeddings",)
    assert result.passages[0].lanes["keyword"] == 1
    assert result.reasons == ("The model is not there. Run `make setup`.",)


def test_a_question_that_the_model_cannot_place_is_answered_by_words(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    monkeypatch.setattr(HashedEmbedder, "_sum", lambda self, _: np.full(64, np.nan))

    result = search("rope")

    assert slugs(result) == ["rope"]
    assert result.degraded == ("embeddings",)
    assert "nan" in result.reasons[0]


def test_another_models_index_is_not_compared_and_the_way_out_is_named(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    use_embedder(monkeypatch, HashedEmbedder(name="another"))

    result = search("rope")

    assert slugs(result) == ["rope"]
    assert result.degraded == ("embeddings",)
    assert "index --all" in result.reasons[0]


def test_only_the_named_lanes_run(make_essay: MakeEssay) -> None:
    make_essay("rope")

    result = search("bread", lanes=["keyword"])

    assert list(result.passages[0].lanes) == ["keyword"]
    assert "embed" not in result.timings_ms


def test_an_unknown_lane_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownLane, match=r"'glyph'\. Choose from vector, keyword, graph"):
        search("rope", lanes=["glyph"])


def test_an_essay_hidden_between_finding_and_loading_is_not_shown(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    boosted = searching._boosted

    def hide_first(*args: Any) -> Any:
        Essay.objects.update(visibility="private")
        return boosted(*args)

    monkeypatch.setattr(searching, "_boosted", hide_first)

    assert search("rope").passages == ()


def test_the_index_version_changes_with_what_the_public_may_find(make_essay: MakeEssay) -> None:
    essay = make_essay("rope")
    stamps = [search("rope").versions["index"]]

    for change in ({"published_on": date(2001, 1, 1)}, {"title": "New"}, {"visibility": "draft"}):
        Essay.objects.filter(pk=essay.pk).update(**change)
        stamps.append(search("rope").versions["index"])

    assert len(set(stamps)) == len(stamps)
    make_essay("hidden", visibility="draft")
    assert search("rope").versions["index"] == stamps[-1]


def test_the_limit_and_the_scope_hold(make_essay: MakeEssay) -> None:
    for year in range(2015, 2021):
        make_essay(f"rope-{year}", f"A rope in {year}.", published_on=date(year, 1, 1))

    result = search("rope", scope=Scope(as_of=date(2018, 6, 1)), limit=3)

    assert len(result.passages) == 3
    assert all(p.essay.published and p.essay.published.year <= 2018 for p in result.passages)


def test_the_number_of_queries_does_not_grow_with_the_results(make_essay: MakeEssay) -> None:
    # What is remembered of a question is asked for but once.
    search("rope")
    counts = []
    for at in range(2):
        for more in range(1 + at * 5):
            make_essay(f"rope-{at}-{more}", f"A rope, number {at} {more}.")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            search("rope")
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[1] <= 15


def test_nothing_in_the_archive_gives_no_passages() -> None:
    assert search("rope", lanes=["keyword"]).passages == ()


def test_a_time_in_the_question_lifts_what_is_of_it_and_removes_nothing(
    make_essay: MakeEssay,
) -> None:
    for year in (2018, 2020, 2024):
        text = f"A rope is only as good as its splice, number {year - 2000}."
        make_essay(f"of-{year}", text, published_on=date(year, 5, 1))
    make_essay("undated", "A rope is only as good as its splice.", published_on=None)

    asked = search("How good is a rope in 2024?")
    plain = search("How good is a rope?")

    boosts = {one.essay.slug: one.boost for one in asked.passages}
    assert boosts == {"of-2018": 1.0, "of-2020": 1.0, "of-2024": SPAN_LIFT, "undated": 1.0}
    assert {one.boost for one in plain.passages} == {1.0}
    assert sorted(slugs(asked)) == sorted(slugs(plain))
    assert asked.is_of_its_time
    assert not plain.is_of_its_time


def test_a_time_of_which_nothing_is_leaves_the_order_as_it_was(make_essay: MakeEssay) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    make_essay("bread", "Bread is a clock that runs on yeast.")

    found = search("How good is a rope in 1999?")

    assert (found.asked.year, found.is_of_its_time) == (1999, False)
    assert {one.boost for one in found.passages} == {1.0}


@pytest.mark.parametrize(
    "text",
    ["On 30 February 2019?", "In 1066?", "😀😀😀", "word " * 10_000, "شراء الخبز", "面包是什么?",
     "rope\x00bread", "‮gnorw‬", "rope \ud800"],
    ids=range(9),
)  # fmt: skip
def test_odd_input_is_searched_by_every_lane_and_breaks_none(
    text: str, make_essay: MakeEssay
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")

    result = search(text, lanes=["vector", "keyword", "graph"])

    assert set(result.timings_ms) >= {"vector", "keyword", "graph"}
    assert result.degraded == ()


def test_without_a_model_the_keyword_and_the_graph_lane_still_find(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    make_essay("quay", "Where ships lie, and nothing else.")
    GlossaryTerm.objects.create(term="rope", definition="d", essays=["quay"])
    seed_graph()

    def unavailable() -> None:
        raise EmbedderUnavailable("The model is not there. Run `make setup`.")

    monkeypatch.setattr("retrieval.search.get_embedder", unavailable)
    result = search("rope in 2020", lanes=["vector", "keyword", "graph"])

    lanes = {one.essay.slug: one.lanes for one in result.passages}
    assert lanes["rope"] == {"vector": None, "keyword": 1, "graph": None}
    assert lanes["quay"] == {"vector": None, "keyword": None, "graph": 1}
    assert result.degraded == ("embeddings",)
    assert result.is_of_its_time
