"""LANES: the ordered tuple that search fuses; a new way of finding is an append.

SHADOW_LANES run where they are named, and otherwise only beside the answers to compare.
"""

from retrieval.lanes.base import Found, Hit, Lane, Query
from retrieval.lanes.graph import GraphLane
from retrieval.lanes.keyword import KeywordLane
from retrieval.lanes.vector import VectorLane

__all__ = ["LANES", "SHADOW_LANES", "Found", "Hit", "Lane", "Query"]

LANES: tuple[Lane, ...] = (VectorLane(), KeywordLane())
SHADOW_LANES: tuple[Lane, ...] = (GraphLane(),)
