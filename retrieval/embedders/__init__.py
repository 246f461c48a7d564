"""get_embedder(): the only way to obtain the embedding model."""

import importlib.util
import os
from functools import cache
from pathlib import Path

from django.conf import settings

from retrieval.embedders.base import Embedder, EmbedderUnavailable
from retrieval.embedders.exported import Form
from retrieval.embedders.local import LocalEmbedder
from retrieval.embedders.onnx import OnnxEmbedder

__all__ = ["Embedder", "EmbedderUnavailable", "get_embedder", "has_onnx"]

AUTO, TORCH, ONNX, ONNX_INT8 = "auto", "torch", "onnx", "onnx-int8"


@cache
def get_embedder() -> Embedder:
    """The model that EMBEDDING_MODEL names; raises ``EmbedderUnavailable``.

    Cheap until the first text: who only compares fingerprints never loads the weights.
    """
    reference = LocalEmbedder.named(settings.EMBEDDING_MODEL, threads=_threads())
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
