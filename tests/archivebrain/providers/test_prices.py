"""What tokens cost: by a model's own name, and never by a guess."""

from decimal import Decimal

import pytest

from archivebrain.providers.base import DEFAULT_MODELS
from archivebrain.providers.prices import PRICES, Price, price_of
from archivebrain.providers.types import Usage


def test_each_kind_of_token_has_its_price() -> None:
    price = Price.of("2", "10")

    cost = price.cost(Usage(1_000_000, 100_000, written_tokens=200_000, cached_tokens=300_000))

    # 0.5 read at 2, 0.2 into the cache at 2.5, 0.3 from it at 0.2, 0.1 written at 10.
    assert cost == Decimal("1.00") + Decimal("0.50") + Decimal("0.06") + Decimal("1.00")


def test_what_does_not_follow_the_usual_shares_is_said() -> None:
    price = Price.of("2.50", "10", "2.50", "1.25")

    assert price.cost(Usage(2000, 0, written_tokens=1000, cached_tokens=1000)) == Decimal("0.00375")


@pytest.mark.parametrize(
    ("model", "like"),
    [
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-mini", "gpt-4o-mini"),
    ],
)
def test_a_release_of_a_model_costs_what_the_model_does(model: str, like: str) -> None:
    assert price_of(model, {}) is PRICES[like]


@pytest.mark.parametrize(
    "model", ["claude-sonnet-6", "claude-opus-4-9", "gpt-4o-audio", "llama3.1", "", "GPT-4o"]
)
def test_a_model_that_is_only_like_another_has_no_price(model: str) -> None:
    assert price_of(model, {}) is None


def test_the_operators_word_wins_and_holds_for_releases_too() -> None:
    own = {"gpt-4o": Price.of("1", "1"), "qwen2.5:7b": Price.of("0", "0")}

    assert price_of("gpt-4o-2024-08-06", own) == Price.of("1", "1")
    assert price_of("qwen2.5:7b", own) == Price.of("0", "0")
    assert price_of("gpt-4o-mini", own) is PRICES["gpt-4o-mini"]


def test_whoever_names_no_model_knows_what_the_usual_one_costs() -> None:
    assert all(price_of(model, {}) for model in DEFAULT_MODELS.values())
