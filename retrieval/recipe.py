"""Every knob of a search in one frozen object; its fingerprint is stamped on results."""

import hashlib
from dataclasses import dataclass

from retrieval.boosts import NAME_LIFT, TYPE_FACTORS
from retrieval.fusion import RRF_K, WEIGHTS, Fusion
from retrieval.smoothing import SMOOTHING, Smoothing
from retrieval.weights import LEANING_LIFT, SPAN_LIFT


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
    type_factors: tuple[tuple[str, float], ...] = tuple(
        (kind.value, factor) for kind, factor in TYPE_FACTORS.items()
    )
    name_lift: float = NAME_LIFT
    time_lifts: tuple[float, ...] = (SPAN_LIFT, LEANING_LIFT)
    lanes: tuple[str, ...] = ()
    bm25: tuple[float, ...] = ()

    @property
    def fingerprint(self) -> str:
        """12 hex digits that change with any knob."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]
