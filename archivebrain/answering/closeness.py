"""How close a model's sentences come to the author's, by the archive's own embedder."""

from collections.abc import Sequence

from retrieval.embedders.base import EmbedderUnavailable
from retrieval.embedders.remembering import RememberedVectors
from retrieval.generations import get_embedder

# Only sentences of the author's are remembered; some 8 MB.
_authors_vectors = RememberedVectors(room=4096)


def closeness(pairs: Sequence[tuple[str, str]]) -> list[float] | None:
    """The cosine of each written sentence to the author's beside it; None without a model."""
    try:
        embedder = get_embedder()
        authors = _authors_vectors.embed(embedder, [theirs for _, theirs in pairs])
        written = embedder.embed([ours for ours, _ in pairs])
    except EmbedderUnavailable:
        return None
    return [float(one) for one in (authors * written).sum(axis=1)]
