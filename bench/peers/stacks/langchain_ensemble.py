"""LangChain: pgvector and BM25 behind its EnsembleRetriever, half and half."""

from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document
from langchain_huggingface import HuggingFaceEmbeddings
from langchain_postgres import PGEngine, PGVectorStore
from speaking import DATABASE, MODEL, POOL, Search, Texts, speak
from vectors import lend

engine = PGEngine.from_connection_string(DATABASE.replace("postgresql://", "postgresql+psycopg://"))
embeddings = HuggingFaceEmbeddings(model_name=MODEL, model_kwargs={"device": "cpu"})


def open_collection(name: str, texts: Texts) -> Search:
    documents = [Document(page_content=text, metadata={"key": key}) for key, text in texts]
    engine.init_vectorstore_table(f"langchain_{name}", vector_size=384)
    store = PGVectorStore.create_sync(engine, embeddings, f"langchain_{name}")
    store.add_documents(documents)
    words = BM25Retriever.from_documents(documents, k=POOL)
    vectors = store.as_retriever(search_kwargs={"k": POOL})
    both = EnsembleRetriever(retrievers=[words, vectors], weights=[0.5, 0.5])
    return lambda question: [found.metadata["key"] for found in both.invoke(question)]


lend()
speak(open_collection)
