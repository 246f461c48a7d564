"""Which provider writes: the one that is named, or a sentence on what it lacks."""

from typing import Any

import pytest
from django.conf import settings as configured

from archivebrain.providers import ProviderUnusable, get_provider


@pytest.fixture
def answers(settings: Any) -> Any:
    """The settings with everything that any provider needs."""
    settings.ANSWER_MODEL = "llama3.1"
    settings.ANTHROPIC_API_KEY = "sk-ant-key"
    settings.OPENAI_API_KEY = ""
    settings.OPENAI_BASE_URL = "http://127.0.0.1:11434/v1"
    return settings


@pytest.mark.parametrize("name", configured.ANSWER_PROVIDERS)
def test_a_provider_is_had_by_its_name_or_by_the_setting(answers: Any, name: str) -> None:
    answers.ANSWER_PROVIDER = name

    assert get_provider(name).name == name
    assert get_provider().name == name


def test_the_named_model_is_the_one_that_writes(answers: Any) -> None:
    assert get_provider("openai").model == "llama3.1"


@pytest.mark.parametrize(
    ("name", "lacking", "sentence"),
    [
        ("anthropic", "ANTHROPIC_API_KEY", r"^ANTHROPIC_API_KEY is not set\. Set it, or"),
        ("openai", "ANSWER_MODEL", r"^ANSWER_MODEL is not set\. Name a model"),
        ("openai", "OPENAI_BASE_URL", r"^OPENAI_API_KEY is not set\. Set it, or OPENAI_BASE_URL"),
    ],
)
def test_a_provider_without_what_it_needs_names_the_variable(
    answers: Any, name: str, lacking: str, sentence: str
) -> None:
    setattr(answers, lacking, "")

    with pytest.raises(ProviderUnusable, match=sentence):
        get_provider(name)


def test_an_unknown_provider_is_named_with_those_there_are() -> None:
    with pytest.raises(
        ProviderUnusable, match=r"'gpt'\. Choose from extractive, anthropic, openai"
    ):
        get_provider("gpt")
