"""A stamp that changes with every knob of a search."""

from dataclasses import fields, replace
from typing import Any

import pytest

from retrieval import recipe
from retrieval.lanes.keyword import K1, B
from retrieval.recipe import Recipe
from retrieval.search import RECIPE
from retrieval.smoothing import Smoothing

OTHER: dict[str, Any] = {
    "pool": 50,
    "fusion": "other",
    "rrf_k": 10,
    "weights": (("vector", 1.0),),
    "smoothing": Smoothing(best=10),
    "lanes": ("vector",),
    "bm25": (2.0, 0.5),
}


def test_this_table_knows_every_knob() -> None:
    assert set(OTHER) == {field.name for field in fields(Recipe)}


@pytest.mark.parametrize("knob", OTHER)
def test_another_value_of_any_knob_is_another_recipe(knob: str) -> None:
    assert replace(RECIPE, **{knob: OTHER[knob]}).fingerprint != RECIPE.fingerprint


def test_another_rule_of_ranking_is_another_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    before = RECIPE.fingerprint
    monkeypatch.setattr(recipe, "_rules", lambda: "another rule")

    assert RECIPE.fingerprint != before


def test_a_fingerprint_is_12_hex_digits_and_the_same_each_time() -> None:
    again = replace(RECIPE)

    assert again.fingerprint == RECIPE.fingerprint
    assert len(again.fingerprint) == 12
    int(again.fingerprint, 16)


def test_the_recipe_of_a_search_names_what_its_lanes_use() -> None:
    assert RECIPE.lanes == ("vector", "keyword")
    assert RECIPE.bm25 == (K1, B)
