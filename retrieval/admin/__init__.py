"""The author's desk for the corpus; Django finds it under this name."""

from retrieval.admin import corpus, essays, graph, imports, traces

__all__ = ["corpus", "essays", "graph", "imports", "traces"]
