"""Meaning: exact, filtered in SQL, and never across models."""

import numpy as np
import pytest

from retrieval.embedders.base import Vectors
from retrieval.lanes.vector import ForeignVectors, VectorLane
from retrieval.models import Chunk, ChunkVector, Essay
from retrieval.types import Scope
from tests.retrieval.asking import query_of
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

DIMENSIONS = 16


def random_vectors(count: int, *, near: Vectors, spread: float, seed: int) -> Vectors:
    noise = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    vectors = near + spread * noise
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def store(essay: Essay, vectors: Vectors) -> list[int]:
    chunks = Chunk.objects.bulk_create(
        Chunk(key=f"{essay.pk}-{at}", essay=essay, ordinal=at, token_count=1)
        for at in range(len(vectors))
    )
    ChunkVector.objects.bulk_create(
        ChunkVector(chunk=chunk, essay=essay, fingerprint="f", vector=vector)
        for chunk, vector in zip(chunks, vectors, strict=True)
    )
    return [chunk.pk for chunk in chunks]


def test_sixty_public_chunks_are_all_found_behind_three_thousand_nearer_private_ones() -> None:
    query = np.eye(DIMENSIONS, dtype=np.float32)[0]
    private = Essay.objects.create(slug="p", title="p", body="", visibility="private")
    public = Essay.objects.create(slug="q", title="q", body="", visibility="public")
    store(private, random_vectors(3000, near=query, spread=0.05, seed=1))
    farther = random_vectors(60, near=query, spread=0.3, seed=2)
    ids = store(public, farther)

    found = VectorLane().find(query_of("", query, "f"), Scope(), limit=20).hits

    by_hand = [ids[at] for at in np.argsort(-(farther @ query), kind="stable")[:20]]
    assert len(found) == 20
    # Half precision may swap neighbours that differ by less than it can hold.
    assert len({hit.chunk_id for hit in found} & set(by_hand)) >= 19


def test_a_question_of_another_model_is_refused_and_told_the_way_out(
    make_essay: MakeEssay,
) -> None:
    make_essay("rope")
    query = query_of("rope", np.full(64, 1 / 8, dtype=np.float32), "another model")

    with pytest.raises(ForeignVectors, match="index --all"):
        VectorLane().find(query, Scope(), limit=10)


def test_a_question_without_a_vector_finds_nothing_here(make_essay: MakeEssay) -> None:
    make_essay("rope")

    assert VectorLane().find(query_of("rope", None), Scope(), limit=10).hits == ()
