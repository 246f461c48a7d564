"""Essays made for one test, and an embedder that needs no weights."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from retrieval.indexing import index_essays, inline
from retrieval.models import Essay
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.hashed import HashedEmbedder

MakeEssay = Callable[..., Essay]


class CountingEmbedder:
    """The hashed embedder; remembers each text that it was given to embed."""

    def __init__(self, inner: HashedEmbedder) -> None:
        self.inner = inner
        self.name, self.fingerprint = inner.name, inner.fingerprint
        self.dimensions, self.window_tokens = inner.dimensions, inner.window_tokens
        self.count_tokens = inner.count_tokens
        self.texts: list[str] = []

    def embed(self, texts: Any) -> Any:
        self.texts += texts
        return self.inner.embed(texts)


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> CountingEmbedder:
    """Stands where the model would, for indexing and for search."""
    counting = CountingEmbedder(HashedEmbedder())
    use_embedder(monkeypatch, counting)
    return counting


def use_embedder(monkeypatch: pytest.MonkeyPatch, embedder: Any) -> None:
    monkeypatch.setattr("retrieval.indexing.get_embedder", lambda: embedder)
    monkeypatch.setattr("retrieval.search.get_embedder", lambda: embedder)
    monkeypatch.setattr("retrieval.management.commands.index.get_embedder", lambda: embedder)


@pytest.fixture
def make_essay(embedder: CountingEmbedder) -> MakeEssay:
    """Saves and indexes an essay; public and dated unless said otherwise."""

    def make(
        slug: str = "essay", body: str = "A plain sentence about bread.", **fields: Any
    ) -> Essay:
        given = {
            "title": slug.replace("-", " ").title(),
            "visibility": Visibility.PUBLIC.value,
            "published_on": date(2020, 1, 5),
        } | fields
        if given["published_on"]:
            given.setdefault("published_origin", DateOrigin.FRONT_MATTER.value)
        with inline():
            essay = Essay.objects.create(slug=slug, body=body, **given)
        index_essays([essay.pk])
        return Essay.objects.get(pk=essay.pk)

    return make
