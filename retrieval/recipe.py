"""Every knob of a search in one frozen object; its fingerprint is stamped on results."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from retrieval.fusion import RRF_K, WEIGHTS, Fusion
from retrieval.smoothing import SMOOTHING, Smoothing

HERE = Path(__file__).parent
# What ranks beside the knobs: rules whose text is their version, so that nobody has to count.
RULES = (
    *("boosts", "facts", "factors", "fusion", "naming", "personal", "pooling", "smoothing"),
    *("counting_back", "leanings", "periods", "temporal", "weights", "words", "languages"),
    *("hnsw", "lanes/keyword", "lanes/vector"),
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """``pool``: how many chunks each lane hands to fusion.

    At 100 a lane's share still counts in full; fewer lose recall for wide questions.
    ``bm25``: the keyword lane's k1 and b.
    """

    pool: int = 100
    fusion: Fusion = Fusion.SCORES
    rrf_k: int = RRF_K
    weights: tuple[tuple[str, float], ...] = tuple(WEIGHTS.items())
    smoothing: Smoothing = SMOOTHING
    lanes: tuple[str, ...] = ()
    bm25: tuple[float, ...] = ()

    @property
    def fingerprint(self) -> str:
        """12 hex digits that change with any knob and with any rule of ranking."""
        return hashlib.sha256(f"{self!r}\n{_rules()}".encode()).hexdigest()[:12]


@cache
def _rules() -> str:
    texts = "".join((HERE / f"{rule}.py").read_text(encoding="utf-8") for rule in RULES)
    return hashlib.sha256(texts.encode()).hexdigest()
