"""bm25s alone, with the stemmer that its documentation recommends; no model."""

import bm25s
import Stemmer
from speaking import LIMIT, Search, Texts, speak

stemmer = Stemmer.Stemmer("english")


def open_collection(name: str, texts: Texts) -> Search:
    keys = [key for key, _ in texts]
    retriever = bm25s.BM25()
    tokens = bm25s.tokenize([text for _, text in texts], stopwords="en", stemmer=stemmer)
    retriever.index(tokens, show_progress=False)

    def search(question: str) -> list[str]:
        asked = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, show_progress=False)
        found, _ = retriever.retrieve(asked, k=LIMIT, show_progress=False)
        return [keys[at] for at in found[0]]

    return search


speak(open_collection)
