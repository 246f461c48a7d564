"""embedder_named(): an embedding model by its name, as EMBED_BACKEND says to run it."""

import importlib.util
import os
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from retrieval.embedders.base import Embedder, EmbedderUnavailable
from retrieval.embedders.exported import Form
from retrieval.embedders.local import LocalEmbedder
from retrieval.embedders.onnx import OnnxEmbedder

__all__ = ["Embedder", "EmbedderUnavailable", "embedder_named", "has_onnx"]

# The live model, and the one that is about to be; an older one's weights are let go.
MODELS_IN_MEMORY = 2

AUTO, TORCH, ONNX, ONNX_INT8 = "auto", "torch", "onnx", "onnx-int8"


@lru_cache(maxsize=MODELS_IN_MEMORY)
def embedder_named(name: str) -> Embedder:
    """Which of them is the archive's own says ``generations.get_embedder``.

    Raises ``EmbedderUnavailable``. Cheap until the first text: who only compares
    fingerprints never loads the weights.
    """
    reference = LocalEmbedder.named(name, threads=_threads())
    chosen = settings.EMBED_BACKEND
    if chosen == TORCH or (chosen == AUTO and not has_onnx()):
        return reference
    return OnnxEmbedder(
        reference,
        form=Form.INT8 if chosen == ONNX_INT8 else Form.FP32,
        home=Path(settings.ARCHIVEBRAIN_HOME) / "models",
        may_stand_in=chosen == AUTO,
    )


def has_onnx() -> bool:
    """Whether both packages are here: one runs an exported model, the other writes it."""
    return all(importlib.util.find_spec(name) for name in ("onnxruntime", "onnx"))


def _threads() -> int:
    # Web and worker share the machine; a command that indexes an archive may have all of it.
    return (os.cpu_count() or 1) if settings.ARCHIVEBRAIN_PROCESS == "shell" else 1
