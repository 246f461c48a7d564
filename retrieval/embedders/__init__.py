"""get_embedder(): the only way to obtain the embedding model."""

import os
from functools import cache

from django.conf import settings

from retrieval.embedders.base import Embedder, EmbedderUnavailable
from retrieval.embedders.local import LocalEmbedder

__all__ = ["Embedder", "EmbedderUnavailable", "get_embedder"]


@cache
def get_embedder() -> Embedder:
    """The model that EMBEDDING_MODEL names; raises ``EmbedderUnavailable``.

    Cheap until the first text: who only compares fingerprints never loads the weights.
    """
    return LocalEmbedder.named(settings.EMBEDDING_MODEL, threads=_threads())


def _threads() -> int:
    # Web and worker share the machine; a command that indexes an archive may have all of it.
    return (os.cpu_count() or 1) if settings.ARCHIVEBRAIN_PROCESS == "shell" else 1
