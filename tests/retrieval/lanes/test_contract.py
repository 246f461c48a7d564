"""What every lane promises, whatever its way of finding."""

from collections.abc import Sequence
from datetime import date

import pytest

from retrieval.facts import Fact, facts_of
from retrieval.lanes import LANES, SHADOW_LANES, Hit, Lane, Query
from retrieval.models import Chunk
from retrieval.types import DocType, Scope, Span, Visibility
from tests.retrieval.asking import query_of
from tests.retrieval.conftest import CountingEmbedder, MakeEssay

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("curated"),
    pytest.mark.parametrize("lane", [*LANES, *SHADOW_LANES], ids=lambda lane: lane.name),
]

EVERYTHING = Scope()


def asked(text: str, embedder: CountingEmbedder) -> Query:
    vector = embedder.embed([text])[0] if text.strip() else None
    return query_of(text, vector, embedder.fingerprint)


def known(query: Query, chunk_ids: Sequence[int]) -> list[Fact]:
    return facts_of(query.text, chunk_ids, fingerprint=query.fingerprint)


def slugs(hits: Sequence[Hit]) -> list[str]:
    by_id = dict(Chunk.objects.values_list("pk", "essay__slug"))
    return [by_id[hit.chunk_id] for hit in hits]


def test_the_chunk_that_answers_comes_first(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay("rope", "A rope is only as good as its splice.")
    make_essay("bread", "Bread is a clock that runs on yeast.")

    found = lane.find(asked("How good is a rope splice?", embedder), EVERYTHING, limit=10).hits

    assert slugs(found)[0] == "rope"


@pytest.mark.parametrize("hidden", ["unlisted", "draft", "private"])
def test_only_public_essays_are_found(
    lane: Lane, hidden: str, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("rope", "A rope is only as good as its splice.")
    query = asked("rope splice", embedder)
    assert slugs(lane.find(query, EVERYTHING, limit=10).hits) == ["rope"]

    essay.visibility = Visibility(hidden).value
    essay.save()

    assert lane.find(query, EVERYTHING, limit=10).hits == ()


def test_hidden_chunks_take_no_place_of_public_ones(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for at in range(30):
        make_essay(f"hidden-{at}", "rope rope rope", visibility="draft")
    for at in range(5):
        make_essay(f"public-{at}", f"A rope and other things, number {at}.")

    found = lane.find(asked("rope", embedder), EVERYTHING, limit=5).hits

    assert sorted(slugs(found)) == [f"public-{at}" for at in range(5)]


def test_the_scope_leaves_out_later_undated_and_other_kinds(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    text = "A rope is only as good as its splice."
    make_essay("old", text, published_on=date(2018, 1, 1), doc_type="note")
    make_essay("late", text + " Again.", published_on=date(2022, 1, 1))
    make_essay("undated", text + " Undated.", published_on=None)
    query = asked("rope splice", embedder)

    as_of = lane.find(query, Scope(as_of=date(2020, 1, 1)), limit=10).hits
    notes = lane.find(query, Scope(doc_type=DocType.NOTE), limit=10).hits

    assert slugs(as_of) == ["old"]
    assert slugs(notes) == ["old"]
    assert len(lane.find(query, EVERYTHING, limit=10).hits) == 3


def test_a_language_takes_in_its_regions_and_no_other_language(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for tag in ("de", "de-AT", "DE_ch", "den", "en", "nds"):
        make_essay(f"in-{tag}", f"A rope is only as good as its splice: {tag}.", language=tag)

    found = lane.find(asked("rope splice", embedder), Scope(language="de-DE"), limit=10).hits

    assert sorted(slugs(found)) == ["in-DE_ch", "in-de", "in-de-AT"]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span.of_year(2020), ["first-day", "last-day"]),
        (Span(first=date(2020, 12, 31)), ["last-day", "late"]),
        (Span(last=date(2020, 1, 1)), ["early", "first-day"]),
        (Span(), ["early", "first-day", "last-day", "late"]),
    ],
    ids=["a year", "since", "until", "any date"],
)
def test_a_span_leaves_out_what_is_dated_outside_it_or_not_at_all(
    lane: Lane,
    span: Span,
    expected: list[str],
    make_essay: MakeEssay,
    embedder: CountingEmbedder,
) -> None:
    days = {
        "early": date(2019, 12, 31),
        "first-day": date(2020, 1, 1),
        "last-day": date(2020, 12, 31),
        "late": date(2021, 1, 1),
        "undated": None,
    }
    for slug, day in days.items():
        make_essay(slug, f"A rope is only as good as its splice: {slug}.", published_on=day)

    found = lane.find(asked("rope splice", embedder), Scope(span=span), limit=10).hits

    assert sorted(slugs(found)) == expected


def test_equals_come_in_the_same_order_each_time_and_no_more_than_the_limit(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for at in range(8):
        make_essay(f"same-{at}", "A rope is only as good as its splice.", title="Rope")
    query = asked("rope splice", embedder)

    once = lane.find(query, EVERYTHING, limit=5).hits

    assert len(once) == 5
    assert list(once) == sorted(once)
    assert lane.find(query, EVERYTHING, limit=5).hits == once


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?",
        '"',
        "' OR 1=1 --",
        ":* & | ! ( )",
        "a" * 5000,
        "word " * 30_000,
        "\x00",
        "%s {}",
    ],
    ids=range(10),
)
def test_any_text_is_survived(
    lane: Lane, text: str, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay()

    assert isinstance(lane.find(asked(text, embedder), EVERYTHING, limit=10).hits, tuple)


def test_an_empty_corpus_is_no_fault(lane: Lane, embedder: CountingEmbedder) -> None:
    assert lane.find(asked("rope", embedder), EVERYTHING, limit=10).hits == ()


def test_a_chunk_has_the_same_score_whether_found_or_asked_for(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for at, text in enumerate(("A rope splice.", "Rope again, and a rope.", "A rope of bread.")):
        make_essay(f"rope-{at}", text)
    query = asked("How good is a rope splice?", embedder)
    found = lane.find(query, EVERYTHING, limit=10).hits
    ids = [hit.chunk_id for hit in found]

    scores = lane.score(query, EVERYTHING, known(query, ids))

    assert len(ids) == 3
    if scores is None:
        assert [hit.score for hit in found] == [None] * 3
    else:
        # Not to the last digit: one is computed by the database.
        assert scores == pytest.approx({hit.chunk_id: hit.score for hit in found}, abs=1e-6)
    assert not lane.score(query, EVERYTHING, [])


def test_what_is_measured_in_passing_is_what_would_be_measured_alone(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    for at in range(6):
        make_essay(f"rope-{at}", f"A rope, {at} splices. " + "And the sea. " * at)
    make_essay("bread", "Bread rises.")
    query = asked("rope splice", embedder)
    beside = sorted(Chunk.objects.values_list("pk", flat=True))

    found = lane.find(query, EVERYTHING, limit=3, beside=beside)

    assert found.hits == lane.find(query, EVERYTHING, limit=3).hits
    alone = lane.score(query, EVERYTHING, known(query, beside)) or {}
    assert {pk: alone[pk] for pk in beside if pk in found.measured} == {
        pk: score for pk, score in found.measured.items() if pk in beside
    }


def test_no_chunk_outside_the_scope_is_measured(
    lane: Lane, make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay("public", "A rope splice.")
    make_essay("draft", "A rope splice, and more.", visibility="draft")
    query = asked("rope splice", embedder)

    everything = list(Chunk.objects.values_list("pk", flat=True))
    scores = lane.score(query, EVERYTHING, known(query, everything))

    by_id = dict(Chunk.objects.values_list("pk", "essay__slug"))
    assert {by_id[pk] for pk, score in (scores or {}).items() if score} <= {"public"}
