"""System checks: whether the model that is named, and what is to run it, can be there at all."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from retrieval.embedders import ONNX, ONNX_INT8, EmbedderUnavailable, has_onnx
from retrieval.embedders.folders import BUNDLED_NAMES, folder_here


@register
def embedding_model_is_there(
    app_configs: Sequence[Any] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Looks for the folder only; weights are checked when they are loaded.

    Without the bundled model a brain still answers by words, so that is a warning.
    """
    name = settings.EMBEDDING_MODEL
    try:
        folder_here(name)
    except EmbedderUnavailable as fault:
        if name in BUNDLED_NAMES:
            return [Warning(str(fault), id="retrieval.W001")]
        return [Error(str(fault), id="retrieval.E001")]
    return []


@register
def embedding_backend_is_there(
    app_configs: Sequence[Any] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Only where it was asked for by name: who did not is served by torch."""
    if settings.EMBED_BACKEND not in {ONNX, ONNX_INT8} or has_onnx():
        return []
    sentence = (
        f"EMBED_BACKEND={settings.EMBED_BACKEND!r}, but ONNX Runtime is not installed here. "
        "Run `make setup`, or unset it: torch gives the same vectors more slowly."
    )
    return [Error(sentence, id="retrieval.E002")]
