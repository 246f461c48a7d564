"""No search at all: how long the model alone takes, for all texts and for a question."""

from sentence_transformers import SentenceTransformer
from speaking import MODEL, Search, Texts, speak

model = SentenceTransformer(MODEL, device="cpu")


def open_collection(name: str, texts: Texts) -> Search:
    model.encode([text for _, text in texts], show_progress_bar=False)

    def encode(question: str) -> list[str]:
        model.encode(question, show_progress_bar=False)
        return []

    return encode


speak(open_collection)
