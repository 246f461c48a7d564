"""Reads questions as the archive's own lanes do: stems, vectors, the nearest passage.

Everything read here is forgotten with the reader; no vector of a question is stored.
"""

from collections.abc import Iterable

from gaps.grouping import Vectors
from gaps.scrubbing import without_placeholders
from gaps.types import Closeness
from retrieval.embedders import EmbedderUnavailable
from retrieval.embedders.checked import embed_each
from retrieval.generations import get_embedder
from retrieval.lanes.keyword import lexemes_of
from retrieval.lanes.vector import nearest
from retrieval.models import Chunk
from retrieval.search import EMBEDDINGS, search
from retrieval.words import Words, words_of

# How people ask, whatever they ask about; without these two questions share only a subject.
_ASKING = """
about according advice advise agree any anything archive article articles ask author authors
believe best better blog blogger change changed changes does essay essays explain feel good know
like likes make mean mention mentions opinion opinions piece post posts recommend recommends
said say says should stance suggest talk tell think thinks thought thoughts topic use view views
want way work worth would write writer writes writing wrote
"""
ASKING_WORDS = frozenset(_ASKING.split())


class QuestionReader:
    """Remembers what it read for one pass; ``degraded`` names what was down."""

    def __init__(self) -> None:
        self.vectors: Vectors = {}
        self.degraded: tuple[str, ...] = ()
        self._words: dict[str, frozenset[str]] = {}

    def embed(self, texts: Iterable[str]) -> None:
        """Learn the vectors of texts not met before; without a model there are none."""
        new = sorted({text for text in texts if text not in self.vectors})
        try:
            found = embed_each(get_embedder(), [without_placeholders(text) for text in new])
        except EmbedderUnavailable:
            self.degraded = (EMBEDDINGS,)
            return
        pairs = zip(new, found, strict=True)
        good = {text: vector for text, vector in pairs if not isinstance(vector, str)}
        self.vectors = {**self.vectors, **good}

    def words(self, text: str) -> frozenset[str]:
        """The stems of a question's subject; of all its words where it names none."""
        if text not in self._words:
            read = words_of(without_placeholders(text))
            subject = Words(tuple(w for w in read.plain if w not in ASKING_WORDS), read.names)
            self._words[text] = frozenset(lexemes_of(subject) or lexemes_of(read))
        return self._words[text]

    def closeness(self, text: str) -> Closeness:
        """To the nearest public passage, by its words while there is nothing to compare."""
        self.embed([text])
        vector = self.vectors.get(text)
        found = None if vector is None else nearest(vector, get_embedder().fingerprint)
        if found is None:
            return self._closeness_by_words(text)
        return Closeness(found.closeness, found.essay_id)

    def _closeness_by_words(self, text: str) -> Closeness:
        read, asked = without_placeholders(text), self.words(text)
        passages = search(read, lanes=["keyword"], limit=1).passages
        if not passages or not asked:
            return Closeness(0.0, is_by_words=True)
        shared = asked & frozenset(lexemes_of(words_of(passages[0].plain)))
        essay_id = Chunk.objects.values_list("essay_id", flat=True).get(pk=passages[0].chunk_id)
        return Closeness(len(shared) / len(asked), essay_id, is_by_words=True)
