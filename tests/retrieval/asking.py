"""Questions as lanes are asked them."""

from retrieval.embedders.base import Vectors
from retrieval.lanes import Query
from retrieval.tallies import corpus_of
from retrieval.types import Tier


def query_of(
    text: str, vector: Vectors | None, fingerprint: str = "", *, tier: Tier = Tier.PUBLIC
) -> Query:
    """With what the tier counts at this moment, as a search would read it."""
    return Query(text, vector, fingerprint, corpus_of(tier))
