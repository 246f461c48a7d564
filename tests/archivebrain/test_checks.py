"""What a start says of the model that answers: it warns, and stops nothing."""

from decimal import Decimal
from typing import Any

import pytest

from archivebrain.answering.engine import ask
from archivebrain.answering.types import Question, Status
from archivebrain.checks import the_model_can_be_asked, what_answers_cost_is_known


def warned() -> list[tuple[str | None, str]]:
    found = [*the_model_can_be_asked(None), *what_answers_cost_is_known(None)]
    return [(one.id, one.msg) for one in found]


@pytest.fixture
def anthropic(settings: Any) -> Any:
    settings.ANSWER_PROVIDER, settings.ANTHROPIC_API_KEY = "anthropic", "sk-ant-key"
    settings.MONTHLY_BUDGET_USD = Decimal(20)
    return settings


def test_quotes_and_a_model_with_key_price_and_budget_need_no_warning(anthropic: Any) -> None:
    assert warned() == []
    anthropic.MONTHLY_BUDGET_USD = None
    assert warned() == []
    anthropic.ANSWER_PROVIDER = "extractive"
    assert warned() == []


@pytest.mark.parametrize(
    ("provider", "change", "words"),
    [
        ("anthropic", {"ANTHROPIC_API_KEY": ""}, "W001: ANTHROPIC_API_KEY is not set."),
        ("openai", {}, "W001: ANSWER_MODEL is not set."),
        ("openai", {"ANSWER_MODEL": "llama3.1"}, "W001: OPENAI_API_KEY is not set."),
        ("anthropic", {"ANSWER_MODEL": "claude-9"}, "W002: A budget is set, and nobody has said"),
    ],
)
def test_what_is_lacking_is_named_once(
    anthropic: Any, provider: str, change: dict[str, Any], words: str
) -> None:
    anthropic.ANSWER_PROVIDER = provider
    for name, value in change.items():
        setattr(anthropic, name, value)

    (identity, sentence), *more = warned()

    assert f"{identity}: {sentence}".startswith(f"archivebrain.{words}")
    assert more == []


def test_a_price_of_ones_own_is_a_price(anthropic: Any) -> None:
    anthropic.ANSWER_MODEL = "claude-9"
    anthropic.MODEL_PRICES = {"claude-9": (Decimal(1), Decimal(5))}

    assert warned() == []


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_without_a_key_readers_are_given_quotes(anthropic: Any) -> None:
    anthropic.ANTHROPIC_API_KEY = ""

    answer = ask(Question("Why does frequency beat speed in a timetable?"))

    assert (answer.status, answer.degraded) == (Status.ANSWERED, ("provider",))
    assert answer.citations
