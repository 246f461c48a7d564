"""Which stacks are compared, and in which environment each runs."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
ENVIRONMENTS = CACHE / "archivebrain" / "peers"


@dataclass(frozen=True, slots=True)
class Stack:
    """``environment``: the list in requirements/ that it needs; empty for our own."""

    name: str
    script: str
    environment: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    is_a_search: bool = True

    @property
    def python(self) -> Path:
        if not self.environment:
            return Path(sys.executable)
        return ENVIRONMENTS / self.environment / "bin" / "python"


BARE = Stack("the model alone", "bare", is_a_search=False)
OURS = Stack("archivebrain", "ours", variables={"EMBED_BACKEND": "onnx"})
STACKS = (
    BARE,
    OURS,
    Stack("archivebrain, by torch", "ours", variables={"EMBED_BACKEND": "torch"}),
    Stack("txtai, hybrid", "txtai_hybrid", "txtai"),
    Stack("LlamaIndex, fusion of pgvector and BM25", "llama_index_fusion", "llama_index"),
    Stack("LangChain, ensemble of pgvector and BM25", "langchain_ensemble", "langchain"),
    Stack("langchain-postgres, its hybrid", "langchain_postgres_hybrid", "langchain"),
    Stack("Haystack, pgvector hybrid", "haystack_hybrid", "haystack"),
    Stack("Chroma, dense", "chroma", "chromadb"),
    Stack("bm25s, words alone", "words_alone", "bm25s"),
)
