"""LANES: the ordered tuple that search fuses; a new way of finding is an append."""

from retrieval.lanes.base import Lane, Query
from retrieval.lanes.keyword import KeywordLane
from retrieval.lanes.vector import VectorLane

__all__ = ["LANES", "Lane", "Query"]

LANES: tuple[Lane, ...] = (VectorLane(), KeywordLane())
