"""txtai's hybrid: its dense and sparse index, weighed half and half."""

from speaking import LIMIT, MODEL, Search, Texts, speak
from txtai import Embeddings
from vectors import lend


def open_collection(name: str, texts: Texts) -> Search:
    # The method by name, because a folder does not tell that it is of sentence-transformers.
    embeddings = Embeddings(path=MODEL, method="sentence-transformers", hybrid=True, gpu=False)
    embeddings.index(texts)
    return lambda question: [key for key, _ in embeddings.search(question, LIMIT)]


lend()
speak(open_collection)
