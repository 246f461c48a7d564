"""archivebrain: essays indexed as any others, and its one ``search()``."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).parents[3]))
os.environ["DJANGO_SETTINGS_MODULE"] = "archivebrain.settings"
django.setup()

from speaking import LIMIT, Search, Texts, counted_apart, speak  # noqa: E402

from bench.keeping import KeepingEmbedder, cache_folder  # noqa: E402
from retrieval import indexing  # noqa: E402
from retrieval.embedders import Embedder  # noqa: E402
from retrieval.generations import get_embedder  # noqa: E402
from retrieval.indexing import index_essays  # noqa: E402
from retrieval.models import Essay  # noqa: E402
from retrieval.search import search  # noqa: E402

# A long text is several passages, and ten texts are wanted.
SPARE = 5


def open_collection(name: str, texts: Texts) -> Search:
    Essay.objects.update(visibility="draft")
    Essay.objects.bulk_create(
        (_essay(f"{name}-{key}", text) for key, text in texts), ignore_conflicts=True
    )
    ours = Essay.objects.filter(slug__startswith=f"{name}-")
    ours.update(visibility="public")
    with _kept_vectors():
        index_essays(list(ours.values_list("pk", flat=True)))

    def found(question: str) -> list[str]:
        passages = search(question, limit=LIMIT + SPARE).passages
        return [one.essay.slug.removeprefix(f"{name}-") for one in passages]

    return found


class Apart:
    """An embedder whose time is kept out of what indexing took beside it."""

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self.embed = counted_apart(inner.embed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@contextmanager
def _kept_vectors() -> Iterator[None]:
    """Chunks are embedded once a machine, as the others' texts are; questions always anew."""
    keeping = KeepingEmbedder(Apart(get_embedder()), cache_folder())
    indexing.get_embedder = lambda: keeping
    try:
        yield
    finally:
        indexing.get_embedder = get_embedder


def _essay(slug: str, text: str) -> Essay:
    """Title and body apart, which the others get as one text."""
    title, _, body = text.partition("\n")
    return Essay(slug=slug, title=title or slug, body=body, visibility="public")


speak(open_collection)
