"""One trace as the desk draws it: its stages over time, and its passages with their essays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retrieval.models import Chunk, RetrievalTrace
from retrieval.types import Bucket

# The width on which stages are drawn; the page stretches it.
WIDTH = 100.0
# What took no time to speak of is still to be seen.
LEAST_WIDTH = 0.6


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage's bar, in parts of ``WIDTH``."""

    name: str
    at_ms: float
    ms: float
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class PassageRow:
    """``chunk`` is None once the essay was indexed anew or has gone.

    ``ranks``: one for each lane of the trace, in its order.
    """

    chunk: Chunk | None
    base: float
    boost: float
    ranks: tuple[int | None, ...]
    bucket: str

    @property
    def is_receipt(self) -> bool:
        """Whether the ledger brought it, and no lane."""
        return not any(self.ranks)

    @property
    def is_current(self) -> bool:
        return self.bucket == Bucket.CURRENT.value


def stage_rows(trace: RetrievalTrace) -> list[StageRow]:
    scale = WIDTH / trace.total_ms if trace.total_ms else 0.0
    return [
        StageRow(
            name=stage["name"],
            at_ms=stage["at"],
            ms=stage["ms"],
            x=round(min(stage["at"] * scale, WIDTH - LEAST_WIDTH), 2),
            width=round(max(stage["ms"] * scale, LEAST_WIDTH), 2),
        )
        for stage in trace.stages
    ]


def lanes_of(trace: RetrievalTrace) -> list[str]:
    """Every lane that a passage has a rank of, or could have had."""
    return list(dict.fromkeys(lane for one in trace.passages for lane in one["lanes"]))


def passage_rows(trace: RetrievalTrace) -> list[PassageRow]:
    """In one query, however many there are."""
    keys = [one["chunk"] for one in trace.passages]
    chunks = Chunk.objects.filter(key__in=keys).select_related("essay").defer("essay__body")
    by_key = {chunk.key: chunk for chunk in chunks}
    lanes = lanes_of(trace)
    return [_passage(one, by_key.get(one["chunk"]), lanes) for one in trace.passages]


def _passage(kept: Mapping[str, Any], chunk: Chunk | None, lanes: Sequence[str]) -> PassageRow:
    return PassageRow(
        chunk=chunk,
        base=kept["base"],
        boost=kept["boost"],
        ranks=tuple(kept["lanes"].get(lane) for lane in lanes),
        # Traces from before buckets were kept had none but current passages to tell of.
        bucket=kept.get("bucket", Bucket.CURRENT.value),
    )
