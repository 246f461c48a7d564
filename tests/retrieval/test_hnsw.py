"""The index of neighbours: when it is there, when it is used, and that no filter costs recall."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from django.db import connection
from pgvector import HalfVector

from retrieval import hnsw
from retrieval.embedders.base import Vectors
from retrieval.lanes.vector import VectorLane, nearest
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.types import DateOrigin, DocType, Scope, Span, Tier
from tests.retrieval.asking import query_of
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.django_db(transaction=True)

EMBEDDER = HashedEmbedder(name="near", dimensions=32)
OTHER = HashedEmbedder(name="other", dimensions=32)
ESSAYS, CHUNKS = 240, 5
FIRST_DAY = date(2010, 1, 1)
QUESTIONS = 40


def on(day: int) -> date:
    return FIRST_DAY + timedelta(days=day)


# Of 240 essays, one on each day: what the scope leaves of them.
SCOPES = {
    "all": Scope(),
    "90 %": Scope(as_of=on(215)),
    "2 %": Scope(doc_type=DocType.NOTE),
    "0.9 %": Scope(span=Span(on(100), on(101))),
    "2 % in German": Scope(language="de"),
}


def unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def vectors_in_clusters(seed: int) -> Vectors:
    random = np.random.default_rng(seed)
    centres = random.standard_normal((40, 32))
    own = random.standard_normal((ESSAYS * CHUNKS, 32))
    return unit((centres[random.integers(40, size=len(own))] + 0.6 * own).astype(np.float32))


def fill(vectors: Vectors, *, slug: str = "e", visibility: str = "public") -> None:
    """Essays of five chunks, one on each day from the first; some are notes or in German."""
    essays = Essay.objects.bulk_create(
        Essay(
            slug=f"{slug}-{at}",
            title=f"{slug} {at}",
            body="",
            visibility=visibility,
            doc_type=(DocType.ESSAY if at % 50 else DocType.NOTE).value,
            language="en" if at % 40 else "de-AT",
            published_on=on(at),
            published_origin=DateOrigin.FRONT_MATTER.value,
        )
        for at in range(len(vectors) // CHUNKS)
    )
    chunks = Chunk.objects.bulk_create(
        Chunk(key=f"{slug}-{at}", essay=essays[at // CHUNKS], ordinal=at % CHUNKS, token_count=1)
        for at in range(len(vectors))
    )
    ChunkVector.objects.bulk_create(
        ChunkVector(chunk=chunk, essay=chunk.essay, fingerprint=EMBEDDER.fingerprint, vector=vector)
        for chunk, vector in zip(chunks, vectors, strict=True)
    )


def run(statement: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(cursor.fetchall()) if cursor.description else []


def indexes() -> list[str]:
    return [str(name) for name, _ in run(hnsw.EXISTING, hnsw.PREFIX)]


def find(question: Vectors, scope: Scope, *, limit: int = 10) -> Sequence[int]:
    hits = VectorLane().find(query_of("", question, EMBEDDER.fingerprint), scope, limit=limit).hits
    return [hit.chunk_id for hit in hits]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Iterator[Vectors]:
    """An archive of 1,200 chunks, which for this test is more than is compared one by one."""
    monkeypatch.setattr(hnsw, "EXACT_CHUNKS", 5)
    monkeypatch.setattr(hnsw, "EXACT_SHARE", 0)
    monkeypatch.setattr(hnsw, "DROPPED_AT", 5)
    vectors = vectors_in_clusters(seed=1)
    fill(vectors)
    built = hnsw.keep_up(EMBEDDER)
    assert [built] == indexes()
    run("ANALYZE")
    yield vectors
    # Emptying tables, as these tests do behind them, leaves indexes.
    run(f"DROP INDEX IF EXISTS {built}")


def recall(questions: Vectors, scope: Scope, monkeypatch: pytest.MonkeyPatch) -> tuple[float, int]:
    """Of the true ten, how many are found, and the fewest rows that any question got."""
    by_index = [find(question, scope) for question in questions]
    assert all(
        hnsw.neighbours(question, EMBEDDER.fingerprint, scope, limit=10) for question in questions
    )
    with monkeypatch.context() as one_by_one:
        one_by_one.setattr("retrieval.lanes.vector.neighbours", lambda *_, **__: None)
        exact = [find(question, scope) for question in questions]
    shared = [len(set(a) & set(b)) / 10 for a, b in zip(by_index, exact, strict=True)]
    return float(np.mean(shared)), min(map(len, by_index))


def test_a_small_archive_has_no_index_and_is_compared_one_by_one() -> None:
    fill(vectors_in_clusters(seed=1)[:50])

    assert hnsw.keep_up(EMBEDDER) == ""
    assert indexes() == []
    assert hnsw.neighbours(np.eye(32)[0], EMBEDDER.fingerprint, Scope(), limit=5) is None


def test_no_filter_costs_recall_or_rows(large: Vectors, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(2).standard_normal((QUESTIONS, 32)).astype(np.float32)
    questions = unit(large[:: len(large) // QUESTIONS][:QUESTIONS] + 0.1 * noise)

    found = {name: recall(questions, scope, monkeypatch) for name, scope in SCOPES.items()}

    assert {name: rows for name, (_, rows) in found.items()} == dict.fromkeys(SCOPES, 10)
    assert min(share for share, _ in found.values()) >= 0.97, found


def test_what_a_filter_leaves_little_of_is_compared_one_by_one(
    large: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_led(scope: Scope) -> bool:
        return hnsw.neighbours(large[0], EMBEDDER.fingerprint, scope, limit=5) is not None

    monkeypatch.setattr(hnsw, "EXACT_SHARE", 0.2)
    led = [is_led(Scope(as_of=on(day))) for day in (23, 47, 48, 239)]
    monkeypatch.setattr(hnsw, "EXACT_CHUNKS", 600)

    assert led == [False, False, True, True]
    assert [is_led(Scope(as_of=on(day))) for day in (119, 120)] == [False, True]
    assert is_led(Scope())


@pytest.mark.parametrize("scope", [Scope(), Scope(as_of=on(200))], ids=["tier", "filtered"])
def test_the_statement_is_answered_by_the_index(large: Vectors, scope: Scope) -> None:
    within, params = hnsw.vectors_in(scope)
    statement = hnsw.nearest_statement(EMBEDDER.fingerprint, 32, within)
    given = [HalfVector(large[0]).to_text(), "40", *params, 10]

    plan = "\n".join(str(line) for (line,) in run("EXPLAIN " + statement, *given))

    assert f"Index Scan using {indexes()[0]}" in plan


def test_nearer_drafts_displace_nothing_and_stand_in_no_index(large: Vectors) -> None:
    question = large[0]
    before = find(question, Scope(), limit=50)
    fill(unit(question + 0.01 * vectors_in_clusters(seed=3)), slug="draft", visibility="draft")

    assert find(question, Scope(), limit=50) == before
    assert not ChunkVector.objects.filter(chunk__essay__visibility="draft", is_public=True).exists()
    assert len(find(question, Scope(tier=Tier.BACKGROUND), limit=50)) == 50


def test_an_essay_that_is_hidden_leaves_at_once_and_comes_back(large: Vectors) -> None:
    [first] = find(large[7], Scope(), limit=1)
    essay = Chunk.objects.get(pk=first).essay
    own = set(Chunk.objects.filter(essay=essay).values_list("pk", flat=True))

    Essay.objects.filter(pk=essay.pk).update(visibility="unlisted")
    hidden = find(large[7], Scope(), limit=100)
    Essay.objects.filter(pk=essay.pk).update(visibility="public")

    assert len(hidden) == 100
    assert not own & set(hidden)
    assert find(large[7], Scope(), limit=1) == [first]
    assert nearest(large[7], EMBEDDER.fingerprint) is not None


def test_where_the_index_leads_to_too_few_they_are_compared_one_by_one(
    large: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, question = Scope(as_of=on(119)), large[3]
    by_index = hnsw.neighbours(question, EMBEDDER.fingerprint, scope, limit=10)
    # As an index beside a filter does of itself: what is turned away takes a place.
    monkeypatch.setattr(hnsw, "CANDIDATES_TO_FILTER", 10)
    monkeypatch.setattr(hnsw, "NEAREST", hnsw.NEAREST.replace("relaxed_order", "off"))

    led_to = hnsw.neighbours(question, EMBEDDER.fingerprint, scope, limit=10)
    found = find(question, scope, limit=10)

    assert by_index is not None
    assert led_to is None
    assert len(found) == 10


def test_what_is_written_after_the_index_was_built_is_found(large: Vectors) -> None:
    new = unit(np.ones((CHUNKS, 32), dtype=np.float32))
    fill(new, slug="new")

    found = find(new[0], Scope(), limit=CHUNKS)

    assert {Chunk.objects.get(pk=pk).essay.slug for pk in found} == {"new-0"}


def test_an_archive_that_shrinks_loses_its_index(
    large: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw, "EXACT_CHUNKS", 3000)
    monkeypatch.setattr(hnsw, "DROPPED_AT", 1000)
    assert hnsw.keep_up(EMBEDDER) == ""
    assert len(indexes()) == 1

    monkeypatch.setattr(hnsw, "DROPPED_AT", 1500)
    hnsw.keep_up(EMBEDDER)

    assert indexes() == []


def test_another_models_index_goes_and_a_broken_one_is_built_again(large: Vectors) -> None:
    [name] = indexes()
    run("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", name)
    assert hnsw.neighbours(large[0], EMBEDDER.fingerprint, Scope(), limit=5) is None

    assert hnsw.keep_up(EMBEDDER) == name
    assert run(hnsw.EXISTING, hnsw.PREFIX) == [(name, True)]

    hnsw.keep_up(OTHER)
    assert indexes() == []
