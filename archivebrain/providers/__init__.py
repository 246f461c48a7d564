"""The language-model seam; ``get_provider`` is the only way to obtain one."""

from django.conf import settings

from archivebrain.providers.base import Provider, ProviderFailed
from archivebrain.providers.extractive import Extractive


class ProviderUnusable(ProviderFailed):
    """A provider without what it needs; the message names the variable and the mend."""


def get_provider(name: str | None = None) -> Provider:
    """The provider of that name, or the one that ``ANSWER_PROVIDER`` names."""
    match name or settings.ANSWER_PROVIDER:
        case "extractive":
            return Extractive()
        case "anthropic":
            return _claude()
        case "openai":
            return _compatible()
        case other:
            known = ", ".join(settings.ANSWER_PROVIDERS)
            raise ProviderUnusable(f"No provider is called {other!r}. Choose from {known}.")


# A vendor's library takes one to three seconds to load: only who uses it pays.
def _claude() -> Provider:
    from archivebrain.providers.claude import Claude  # noqa: PLC0415

    if not settings.ANTHROPIC_API_KEY:
        raise ProviderUnusable(
            "ANTHROPIC_API_KEY is not set. Set it, or use ANSWER_PROVIDER=extractive."
        )
    return Claude(settings.ANTHROPIC_API_KEY, settings.ANSWER_MODEL, settings.ANTHROPIC_BASE_URL)


def _compatible() -> Provider:
    from archivebrain.providers.compatible import Compatible  # noqa: PLC0415

    if not settings.ANSWER_MODEL:
        raise ProviderUnusable(
            "ANSWER_MODEL is not set. Name a model that the server at OPENAI_BASE_URL has."
        )
    if not settings.OPENAI_API_KEY and not settings.OPENAI_BASE_URL:
        raise ProviderUnusable(
            "OPENAI_API_KEY is not set. Set it, or OPENAI_BASE_URL to a local server."
        )
    return Compatible(settings.OPENAI_API_KEY, settings.ANSWER_MODEL, settings.OPENAI_BASE_URL)
