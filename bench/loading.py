"""Puts a test collection into the brain as an author's essays, through the product's own index."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from bench.collections import Collection
from bench.keeping import KeepingEmbedder, cache_folder
from retrieval import hnsw, indexing, search
from retrieval.generations import get_embedder
from retrieval.indexing import index_essays
from retrieval.models import Essay
from retrieval.tallies import settle


@contextmanager
def kept_vectors() -> Iterator[None]:
    """In here texts are embedded once a machine: figures of quality need no second time."""
    keeping = KeepingEmbedder(get_embedder(), cache_folder())
    modules = (indexing, search)
    for module in modules:
        setattr(module, "get_embedder", lambda: keeping)  # noqa: B010
    try:
        yield
    finally:
        for module in modules:
            setattr(module, "get_embedder", get_embedder)  # noqa: B010


def load(collection: Collection) -> None:
    """Index the collection as the only public essays."""
    Essay.objects.update(visibility="draft")
    Essay.objects.bulk_create(
        Essay(slug=slug_of(collection, key), title=title or key, body=text, visibility="public")
        for key, (title, text) in collection.texts.items()
    )
    ids = Essay.objects.public().order_by("pk").values_list("pk", flat=True)
    with kept_vectors():
        index_essays(list(ids))
    settled()


def slug_of(collection: Collection, key: str) -> str:
    return f"{collection.name}-{key}"


def settled() -> None:
    """What autovacuum and the worker do in a brain that has been up for some minutes."""
    settle()
    hnsw.keep_up(get_embedder())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
