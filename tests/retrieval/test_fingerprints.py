"""Hashes change with what shapes a vector, and with nothing else."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import fingerprints
from retrieval.fingerprints import chunk_key, content_hash, index_recipe

MODEL = "f" * 64


def test_the_content_hash_follows_the_embedded_text_and_the_model() -> None:
    first = content_hash("Title > Heading\nWords.", model_fingerprint=MODEL)

    assert len(first) == 64
    assert first == content_hash("Title > Heading\nWords.", model_fingerprint=MODEL)
    assert first != content_hash("Other > Heading\nWords.", model_fingerprint=MODEL)
    assert first != content_hash("Title > Heading\nWords.", model_fingerprint="0" * 64)


def test_a_new_chunker_version_changes_hash_and_recipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = content_hash("x", model_fingerprint=MODEL), index_recipe(MODEL)

    monkeypatch.setattr(fingerprints, "CHUNKER_VERSION", "another")

    after = content_hash("x", model_fingerprint=MODEL), index_recipe(MODEL)
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_a_recipe_fits_its_column_and_names_the_model() -> None:
    assert len(index_recipe(MODEL)) <= 64
    assert index_recipe(MODEL) != index_recipe("0" * 64)


def test_keys_have_one_width_and_differ_for_every_slug_content_and_occurrence() -> None:
    slugs = ["a" * 65, "é" * 40, "河" * 30, "x" * 200 + "-one", "x" * 200 + "-two", "Case", "case"]

    keys = {chunk_key(*parts) for parts in product(slugs, ["0" * 64, "1" * 64], [0, 1, 10])}

    assert len(keys) == len(slugs) * 2 * 3
    assert {len(key) for key in keys} == {32}
    assert all(key.isascii() for key in keys)


def test_a_key_is_the_same_in_every_run() -> None:
    assert chunk_key("slug", "0" * 64, 0) == "25f25cc546454264bda92e8e003f5e27"


@given(st.text(), st.text(), st.text(), st.text())
def test_no_two_pairs_of_parts_share_a_key(a: str, b: str, c: str, d: str) -> None:
    assert ((a, b) == (c, d)) == (chunk_key(a, b, 0) == chunk_key(c, d, 0))
