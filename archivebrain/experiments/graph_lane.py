"""What answers would rest on with the graph lane fused beside the others."""

from collections.abc import Sequence

from retrieval.lanes import LANES, SHADOW_LANES
from retrieval.search import search
from retrieval.types import Scope


class GraphLaneFused:
    """The live lanes and those in shadow, by the same fusion."""

    name = "graph_lane"

    def find(self, question: str, scope: Scope, *, limit: int) -> Sequence[int]:
        lanes = [lane.name for lane in (*LANES, *SHADOW_LANES)]
        found = search(question, scope=scope, limit=limit, lanes=lanes)
        return [passage.chunk_id for passage in found.passages]
