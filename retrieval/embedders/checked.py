"""Embedding that trusts no vector: each is checked before it may be stored."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from retrieval.embedders.base import Embedder, Vectors


def fault_of(vector: ArrayLike, *, dimensions: int) -> str:
    """Why a vector may not be stored, in a word or two; empty if it may."""
    values = np.asarray(vector, dtype=np.float32)
    if values.shape != (dimensions,):
        return f"wrong dimension {values.shape}"
    if not np.isfinite(values).all():
        return "nan or infinite"
    return "" if np.linalg.norm(values) > 0 else "zero"


def embed_each(embedder: Embedder, texts: Sequence[str]) -> list[Vectors | str]:
    """A unit vector for each text, or the word for its fault.

    A batch that fails as a whole is tried again text by text: one bad text must not
    cost its neighbours their vectors.
    """
    try:
        vectors = list(embedder.embed(texts)) if texts else []
    except (ValueError, ArithmeticError, IndexError) as fault:
        if len(texts) == 1:
            return [type(fault).__name__]
        return [one for text in texts for one in embed_each(embedder, [text])]
    return [_checked(vector, dimensions=embedder.dimensions) for vector in vectors]


def _checked(vector: Vectors, *, dimensions: int) -> Vectors | str:
    fault = fault_of(vector, dimensions=dimensions)
    return fault or np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)
