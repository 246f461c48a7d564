"""The tables of the corpus."""

from retrieval.models.chunks import Chunk, ChunkVector, EssayTally, Posting, Tally
from retrieval.models.copies import Decision, LikelyCopy
from retrieval.models.essays import Essay, Publication
from retrieval.models.generations import Generation, PreparedVector
from retrieval.models.glossary import GlossaryTerm
from retrieval.models.graph import Claim, CuratedLink, GraphEdge, GraphNode
from retrieval.models.imports import ImportRun, RunState
from retrieval.models.revisions import Revision
from retrieval.models.traces import RetrievalTrace

__all__ = [
    "Chunk",
    "ChunkVector",
    "Claim",
    "CuratedLink",
    "Decision",
    "Essay",
    "EssayTally",
    "Generation",
    "GlossaryTerm",
    "GraphEdge",
    "GraphNode",
    "ImportRun",
    "LikelyCopy",
    "Posting",
    "PreparedVector",
    "Publication",
    "RetrievalTrace",
    "Revision",
    "RunState",
    "Tally",
]
