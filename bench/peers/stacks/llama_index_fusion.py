"""LlamaIndex: pgvector and BM25 behind its QueryFusionRetriever, by reciprocal rank."""

from llama_index.core import Settings, StorageContext, VectorStoreIndex
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import TextNode
from llama_index.embeddings.huggingface import HuggingFaceEmbedding
from llama_index.retrievers.bm25 import BM25Retriever
from llama_index.vector_stores.postgres import PGVectorStore
from speaking import DATABASE, LIMIT, MODEL, POOL, Search, Texts, speak
from vectors import lend

Settings.embed_model = HuggingFaceEmbedding(model_name=MODEL, device="cpu")
# One question is asked, as it stands: no model writes others.
Settings.llm = MockLLM()


def open_collection(name: str, texts: Texts) -> Search:
    nodes = [TextNode(id_=key, text=text) for key, text in texts]
    store = PGVectorStore(
        connection_string=DATABASE.replace("postgresql://", "postgresql+psycopg2://"),
        async_connection_string=DATABASE.replace("postgresql://", "postgresql+asyncpg://"),
        table_name=f"llama_{name}",
        schema_name="public",
        embed_dim=384,
    )
    context = StorageContext.from_defaults(vector_store=store)
    index = VectorStoreIndex(nodes, storage_context=context)
    retriever = QueryFusionRetriever(
        [
            index.as_retriever(similarity_top_k=POOL),
            BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=POOL),
        ],
        similarity_top_k=LIMIT,
        num_queries=1,
        mode="reciprocal_rerank",
        use_async=False,
    )
    return lambda question: [found.node.node_id for found in retriever.retrieve(question)]


lend()
speak(open_collection)
