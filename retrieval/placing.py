"""Reads where chunks stand: their vectors, as the database sends them to be computed with."""

from collections.abc import Sequence

import numpy as np
from django.db import connection
from pgvector import HalfVector

from retrieval.smoothing import Placed
from retrieval.types import Tier

# As bytes: the text of fifty vectors takes longer to read than all else in a fusion. The chunks
# were found within a scope; what crossed the line between public and withheld since is no part.
PLACES = """
SELECT chunk_id, essay_id, halfvec_send(vector) FROM retrieval_chunkvector
WHERE chunk_id = ANY(%s) AND fingerprint = %s AND is_public = %s
"""


def placed(chunk_ids: Sequence[int], fingerprint: str, tier: Tier) -> Placed:
    """Those of the tier's chunks that have a vector by this model."""
    with connection.cursor() as cursor:
        cursor.execute(PLACES, [list(chunk_ids), fingerprint, tier is Tier.PUBLIC])
        rows = cursor.fetchall()
    vectors = [HalfVector.from_binary(sent).to_numpy() for *_, sent in rows]
    return Placed(
        chunk_ids=[chunk_id for chunk_id, *_ in rows],
        essay_ids=[essay_id for _, essay_id, _ in rows],
        vectors=np.array(vectors, dtype=np.float32),
    )
