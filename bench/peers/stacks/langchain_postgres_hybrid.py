"""langchain-postgres: its own hybrid, vectors and PostgreSQL's full text by reciprocal rank."""

from langchain_core.documents import Document
from langchain_huggingface import HuggingFaceEmbeddings
from langchain_postgres import PGEngine, PGVectorStore
from langchain_postgres.v2.hybrid_search_config import (
    HybridSearchConfig,
    reciprocal_rank_fusion,
)
from speaking import DATABASE, LIMIT, MODEL, POOL, Search, Texts, speak
from vectors import lend

engine = PGEngine.from_connection_string(DATABASE.replace("postgresql://", "postgresql+psycopg://"))
embeddings = HuggingFaceEmbeddings(model_name=MODEL, model_kwargs={"device": "cpu"})


def open_collection(name: str, texts: Texts) -> Search:
    table = f"langchain_hybrid_{name}"
    config = HybridSearchConfig(
        tsv_column="words",
        tsv_lang="pg_catalog.english",
        fusion_function=reciprocal_rank_fusion,
        fusion_function_parameters={"rrf_k": 60, "fetch_top_k": LIMIT},
        primary_top_k=POOL,
        secondary_top_k=POOL,
        index_name=f"{table}_words",
    )
    engine.init_vectorstore_table(table, vector_size=384, hybrid_search_config=config)
    store = PGVectorStore.create_sync(engine, embeddings, table, hybrid_search_config=config)
    store.add_documents([Document(page_content=text, metadata={"key": key}) for key, text in texts])
    store.apply_hybrid_search_index()

    def search(question: str) -> list[str]:
        found = store.similarity_search(question, k=LIMIT)
        return [one.metadata["key"] for one in found]

    return search


lend()
speak(open_collection)
