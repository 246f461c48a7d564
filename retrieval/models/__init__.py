"""The tables of the corpus."""

from retrieval.models.chunks import Chunk, ChunkVector, Posting
from retrieval.models.essays import Essay, Publication
from retrieval.models.glossary import GlossaryTerm
from retrieval.models.graph import Claim, CuratedLink, GraphEdge, GraphNode
from retrieval.models.traces import RetrievalTrace

__all__ = [
    "Chunk",
    "ChunkVector",
    "Claim",
    "CuratedLink",
    "Essay",
    "GlossaryTerm",
    "GraphEdge",
    "GraphNode",
    "Posting",
    "Publication",
    "RetrievalTrace",
]
