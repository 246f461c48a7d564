"""Haystack: pgvector by vectors and by full text, joined by reciprocal rank."""

from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.utils import ComponentDevice, Secret
from haystack_integrations.components.embedders.sentence_transformers import (
    SentenceTransformersDocumentEmbedder,
    SentenceTransformersTextEmbedder,
)
from haystack_integrations.components.retrievers.pgvector import (
    PgvectorEmbeddingRetriever,
    PgvectorKeywordRetriever,
)
from haystack_integrations.document_stores.pgvector import PgvectorDocumentStore
from speaking import DATABASE, LIMIT, MODEL, POOL, Search, Texts, speak
from vectors import lend

CPU = ComponentDevice.from_str("cpu")


def open_collection(name: str, texts: Texts) -> Search:
    store = PgvectorDocumentStore(
        connection_string=Secret.from_token(DATABASE),
        table_name=f"haystack_{name}",
        keyword_index_name=f"haystack_{name}_words",
        embedding_dimension=384,
        recreate_table=True,
    )
    embedder = SentenceTransformersDocumentEmbedder(model=MODEL, device=CPU, progress_bar=False)
    embedder.warm_up()
    documents = [Document(id=key, content=text) for key, text in texts]
    store.write_documents(embedder.run(documents)["documents"])
    pipeline = _pipeline(store)

    def search(question: str) -> list[str]:
        asked = {"embed": {"text": question}, "words": {"query": question}}
        return [found.id for found in pipeline.run(asked)["join"]["documents"]]

    return search


def _pipeline(store: PgvectorDocumentStore) -> Pipeline:
    pipeline = Pipeline()
    embedder = SentenceTransformersTextEmbedder(model=MODEL, device=CPU, progress_bar=False)
    pipeline.add_component("embed", embedder)
    pipeline.add_component("vectors", PgvectorEmbeddingRetriever(document_store=store, top_k=POOL))
    pipeline.add_component("words", PgvectorKeywordRetriever(document_store=store, top_k=POOL))
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=LIMIT)
    pipeline.add_component("join", joiner)
    pipeline.connect("embed.embedding", "vectors.query_embedding")
    pipeline.connect("vectors.documents", "join.documents")
    pipeline.connect("words.documents", "join.documents")
    return pipeline


lend()
speak(open_collection)
