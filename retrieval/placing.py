"""Reads where chunks stand: their vectors, as the database sends them to be computed with."""

from collections.abc import Sequence

import numpy as np
from pgvector import HalfVector

from retrieval.smoothing import Placed
from retrieval.statements import ids, rows
from retrieval.types import Tier

# As bytes: the text of fifty vectors takes longer to read than all else in a fusion. The chunks
# were found within a scope; what crossed the line between public and withheld since is no part.
PLACES = """
SELECT chunk_id, essay_id, halfvec_send(vector) FROM retrieval_chunkvector
WHERE chunk_id = ANY(%s::bigint[]) AND fingerprint = %s AND is_public = %s::boolean
"""


def placed(chunk_ids: Sequence[int], fingerprint: str, tier: Tier) -> Placed:
    """Those of the tier's chunks that have a vector by this model."""
    found = rows(PLACES, [ids(chunk_ids), fingerprint, tier is Tier.PUBLIC])
    vectors = [HalfVector.from_binary(sent).to_numpy() for *_, sent in found]
    return Placed(
        chunk_ids=[chunk_id for chunk_id, *_ in found],
        essay_ids=[essay_id for _, essay_id, _ in found],
        vectors=np.array(vectors, dtype=np.float32),
    )
