"""The language-model seam; ``get_provider`` is the only way to obtain one."""

from django.conf import settings

from archivebrain.providers.base import DEFAULT_MODELS, Provider, ProviderFailed
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.types import QUOTES_ALONE


class ProviderUnusable(ProviderFailed):
    """A provider without what it needs; the message names the variable and the mend."""


def get_provider(name: str | None = None) -> Provider:
    """The provider of that name, or the one that ``ANSWER_PROVIDER`` names."""
    wanted = name or settings.ANSWER_PROVIDER
    if lacking := unusable(wanted):
        raise ProviderUnusable(lacking)
    match wanted:
        case "extractive":
            return Extractive()
        case "anthropic":
            return _claude()
        case "openai":
            return _compatible()
        case other:
            known = ", ".join(settings.ANSWER_PROVIDERS)
            raise ProviderUnusable(f"No provider is called {other!r}. Choose from {known}.")


def is_model(provider: Provider | None) -> bool:
    """Whether a model writes, or quotes alone are given; None: as configured."""
    name = provider.name if provider else settings.ANSWER_PROVIDER
    return bool(name != QUOTES_ALONE)


def model_of(name: str) -> str:
    """The model that would write, without loading what asks it; empty where there is none."""
    return str(settings.ANSWER_MODEL or DEFAULT_MODELS.get(name, ""))


def unusable(name: str) -> str:
    """The sentence on what a provider lacks, which names the variable and the mend; or empty."""
    if name == "anthropic" and not settings.ANTHROPIC_API_KEY:
        return "ANTHROPIC_API_KEY is not set. Set it, or use ANSWER_PROVIDER=extractive."
    if name == "openai" and not settings.ANSWER_MODEL:
        return "ANSWER_MODEL is not set. Name a model that the server at OPENAI_BASE_URL has."
    if name == "openai" and not (settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL):
        return "OPENAI_API_KEY is not set. Set it, or OPENAI_BASE_URL to a local server."
    return ""


# A vendor's library takes one to three seconds to load: only who uses it pays.
def _claude() -> Provider:
    from archivebrain.providers.claude import Claude  # noqa: PLC0415

    return Claude(
        settings.ANTHROPIC_API_KEY,
        settings.ANSWER_MODEL,
        settings.ANTHROPIC_BASE_URL,
        question_tokens=settings.QUESTION_TOKENS,
    )


def _compatible() -> Provider:
    from archivebrain.providers.compatible import Compatible  # noqa: PLC0415

    return Compatible(
        settings.OPENAI_API_KEY,
        settings.ANSWER_MODEL,
        settings.OPENAI_BASE_URL,
        question_tokens=settings.QUESTION_TOKENS,
    )
