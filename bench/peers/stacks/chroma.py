"""Chroma with its own sentence-transformers function: dense alone."""

import chromadb
from chromadb.utils.embedding_functions import SentenceTransformerEmbeddingFunction
from speaking import LIMIT, MODEL, Search, Texts, speak
from vectors import lend

client = chromadb.EphemeralClient()
embed = SentenceTransformerEmbeddingFunction(model_name=MODEL, device="cpu")
# As many as it takes in one call.
BATCH = 1000


def open_collection(name: str, texts: Texts) -> Search:
    collection = client.create_collection(
        name, embedding_function=embed, configuration={"hnsw": {"space": "cosine"}}
    )
    for first in range(0, len(texts), BATCH):
        part = texts[first : first + BATCH]
        collection.add(ids=[key for key, _ in part], documents=[text for _, text in part])

    def search(question: str) -> list[str]:
        return collection.query(query_texts=[question], n_results=LIMIT)["ids"][0]

    return search


lend()
speak(open_collection)
