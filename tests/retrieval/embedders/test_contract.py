"""What every embedder promises."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from retrieval.embedders import Embedder, embedder_named
from retrieval.embedders.checked import embed_each, fault_of
from retrieval.embedders.folders import BUNDLED
from retrieval.embedders.local import LocalEmbedder
from retrieval.embedders.onnx import OnnxEmbedder
from tests.retrieval.hashed import HashedEmbedder

TEXTS = ["A rope is only as good as its splice.", "Bread", "", "long " * 400, "Bread"]


@pytest.fixture(
    params=[
        pytest.param("real", marks=pytest.mark.torch),
        pytest.param("by onnx", marks=[pytest.mark.torch, pytest.mark.onnx]),
        "hashed",
    ]
)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "by onnx":
        exported: OnnxEmbedder = request.getfixturevalue("exported_bundled")
        return exported
    return embedder_named(BUNDLED) if request.param == "real" else HashedEmbedder()


def test_each_text_gets_a_unit_vector_in_its_own_place(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)

    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert vectors[1] == pytest.approx(vectors[4], abs=1e-3)
    alone = embedder.embed(TEXTS[:1])[0]
    assert float(alone @ vectors[0]) > 0.9999


def test_no_text_gives_no_vector(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)
    assert embed_each(embedder, []) == []


def test_tokens_are_counted_beyond_the_window(embedder: Embedder) -> None:
    short, long = embedder.count_tokens(["Bread", "long " * 400])

    assert short < 10
    assert long > embedder.window_tokens


def test_the_fingerprint_is_64_hex_digits(embedder: Embedder) -> None:
    assert len(embedder.fingerprint) == 64
    int(embedder.fingerprint, 16)


@pytest.mark.parametrize(
    ("vector", "fault"),
    [
        ([0.6, 0.8], ""),
        ([float("nan"), 1], "nan or infinite"),
        ([float("inf"), 1], "nan or infinite"),
        ([0, 0], "zero"),
        ([1, 2, 3], "wrong dimension (3,)"),
        ([], "wrong dimension (0,)"),
    ],
)
def test_a_vector_that_may_not_be_stored_has_a_reason(vector: list[float], fault: str) -> None:
    assert fault_of(vector, dimensions=2) == fault


@pytest.mark.torch
def test_two_threads_may_embed_at_once_and_get_what_one_gets() -> None:
    check_in_threads(LocalEmbedder.named("all-MiniLM-L6-v2", threads=2))


@pytest.mark.torch
@pytest.mark.onnx
def test_so_may_two_threads_by_onnx(exported_bundled: OnnxEmbedder) -> None:
    check_in_threads(exported_bundled)


def check_in_threads(embedder: Embedder) -> None:
    texts = [f"A rope of {length} fathoms. " * (1 + length % 7) for length in range(40)]
    alone = embedder.embed(texts)

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(embedder.embed, [texts, texts[:3], texts, texts[5:6]]))

    assert [len(vectors) for vectors in together] == [40, 3, 40, 1]
    assert (together[0] * alone).sum(axis=1).min() > 0.9999
    assert float(together[3][0] @ alone[5]) > 0.9999
