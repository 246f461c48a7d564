"""No search: how long the model alone takes for a question; it makes the vectors of texts too."""

from sentence_transformers import SentenceTransformer
from speaking import MODEL, Search, Texts, counted_apart, speak
from vectors import keep

model = SentenceTransformer(MODEL, device="cpu")


def open_collection(name: str, texts: Texts) -> Search:
    made = counted_apart(lambda some: model.encode(some, show_progress_bar=False))
    keep([text for _, text in texts], made)

    def encode(question: str) -> list[str]:
        model.encode(question, show_progress_bar=False)
        return []

    return encode


speak(open_collection)
