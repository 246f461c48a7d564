"""The index of neighbours: HNSW over public vectors, there only while it pays.

Up to some 10,000 chunks an exact scan takes a few milliseconds and misses nothing, so the
index is built when the archive grows past that, and dropped when it shrinks again.
"""

from hashlib import blake2b
from typing import Any

from django.db import connection
from psycopg.sql import quote

from retrieval.embedders import Embedder
from retrieval.embedders.base import Vectors
from retrieval.locks import NEIGHBOURS_LOCK
from retrieval.models import ChunkVector
from retrieval.scoping import in_scope
from retrieval.statements import halfvec, rows
from retrieval.turns import only_one
from retrieval.types import Scope, Tier

# So many chunks are compared one by one, whether the archive is small or a filter leaves few
# of it. Where a filter leaves less than this share, most neighbours are led to in vain, and
# all that it leaves are compared sooner.
EXACT_CHUNKS, EXACT_SHARE = 10_000, 0.2
# An archive about that size must not build and drop by turns.
DROPPED_AT = EXACT_CHUNKS // 2
# pgvector's limit for this kind of index; longer vectors are always compared one by one.
MAX_DIMENSIONS = 4000
# Neighbours kept of each vector, and how many are weighed for them: pgvector's own defaults.
LINKS, WEIGHED = 16, 64
# How many candidates a search keeps in hand; and where a filter will turn some away.
CANDIDATES, CANDIDATES_TO_FILTER = 200, 400
# Bytes that building takes for each vector beside its numbers, and the most it may take.
BESIDE_A_VECTOR, MOST_MEMORY = 600, 1 << 30

PREFIX = "vector_neighbours_"

# What of an archive may be left before its neighbours are worth following.
INDEXED = """
SELECT greatest({exact}, reltuples * {share})::bigint
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indexrelid = to_regclass(%s::text) AND indisvalid
"""

# Chunks are counted, not vectors, because their index alone answers; and never beyond need.
MORE_IN_SCOPE = """
SELECT count(*) > %s::bigint FROM (
  SELECT FROM retrieval_chunk WHERE {within} LIMIT %s::bigint
) AS counted
"""

# A filter that leaves few, or leaves others than the nearest, makes the scan go on; it gives
# them in nearly the right order. Set for this statement alone, and before the scan begins,
# since that waits for the vector. The cast is what the index is made of: a query without it
# never uses the index. The fingerprint stands in the statement, so that it is known to be the
# index's own.
NEAREST = """
WITH near AS MATERIALIZED (
  SELECT chunk_id, distance FROM (
    SELECT %s::halfvec({dimensions}) AS vector,
      set_config('hnsw.iterative_scan', 'relaxed_order', true),
      set_config('hnsw.ef_search', %s::text, true),
      set_config('hnsw.scan_mem_multiplier', '8', true)
  ) AS asked, LATERAL (
    SELECT chunk_id, v.vector::halfvec({dimensions}) <#> asked.vector AS distance
    FROM retrieval_chunkvector AS v
    WHERE fingerprint = {fingerprint} AND is_public AND {within}
    ORDER BY distance LIMIT %s::int
  ) AS found
)
SELECT chunk_id, -distance FROM near ORDER BY distance, chunk_id
"""

EXISTING = """
SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indrelid = 'retrieval_chunkvector'::regclass AND starts_with(relname, %s)
"""

MORE_THAN = """
SELECT count(*) > %(most)s FROM (
  SELECT FROM retrieval_chunkvector WHERE fingerprint = %(fingerprint)s AND is_public
  LIMIT %(most)s + 1
) AS counted
"""


def neighbours(
    vector: Vectors, fingerprint: str, scope: Scope, *, limit: int
) -> list[tuple[int, float]] | None:
    """Chunk ids with their cosines, nearest first, by the index.

    None where they are to be compared one by one: because there is no index, because the
    scope holds few of them, or because the index led to fewer than there are.
    """
    if scope.tier is not Tier.PUBLIC or not _pays(fingerprint, scope):
        return None
    within, params = vectors_in(scope)
    candidates = str(max(CANDIDATES if scope == Scope() else CANDIDATES_TO_FILTER, limit))
    statement = nearest_statement(fingerprint, len(vector), within)
    found = rows(statement, [halfvec(vector), candidates, *params, limit])
    return found if len(found) == limit else None


def vectors_in(scope: Scope) -> tuple[str, tuple[Any, ...]]:
    """What a scope asks of a vector; a public one knows that it is, and its index knows it too."""
    return in_scope(scope, tier_alone="is_public" if scope.tier is Tier.PUBLIC else "")


def nearest_statement(fingerprint: str, dimensions: int, within: str) -> str:
    """Takes the vector as text, the candidates, the parameters of ``within``, and the limit."""
    return NEAREST.format(fingerprint=quote(fingerprint), dimensions=dimensions, within=within)


def keep_up(embedder: Embedder) -> str:
    """Build the index of a model's neighbours, leave it, or drop it, as the size asks for.

    What another model or a broken build left goes. Takes minutes for 100,000 chunks, while
    searches and writes go on; must stand in no transaction. Returns what was built, or "".
    """
    with only_one(NEIGHBOURS_LOCK) as is_alone:
        return _keep_up(embedder.fingerprint, embedder.dimensions) if is_alone else ""


def drop() -> None:
    """Until ``keep_up`` is called again, vectors are compared one by one."""
    for name in _existing():
        _run(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def _keep_up(fingerprint: str, dimensions: int) -> str:
    name = _name(fingerprint)
    there = _existing()
    keeps = dimensions <= MAX_DIMENSIONS and _more_than(
        DROPPED_AT if there.get(name) else EXACT_CHUNKS, fingerprint
    )
    for old, is_whole in there.items():
        if old != name or not is_whole or not keeps:
            _run(f"DROP INDEX CONCURRENTLY IF EXISTS {old}")
    if not keeps or there.get(name):
        return ""
    _build(name, fingerprint, dimensions)
    return name


def _build(name: str, fingerprint: str, dimensions: int) -> None:
    """By one process: the machine's other cores are for those who ask meanwhile."""
    memory = min(MOST_MEMORY, _public_vectors(fingerprint) * (2 * dimensions + BESIDE_A_VECTOR))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('maintenance_work_mem', %s, false),"
            " set_config('max_parallel_maintenance_workers', '0', false)",
            [f"{max(memory >> 10, 65_536)}kB"],
        )
    try:
        _run(
            f"CREATE INDEX CONCURRENTLY {name} ON retrieval_chunkvector"
            f" USING hnsw ((vector::halfvec({dimensions})) halfvec_ip_ops)"
            f" WITH (m = {LINKS}, ef_construction = {WEIGHED})"
            f" WHERE fingerprint = {quote(fingerprint)} AND is_public"
        )
    finally:
        _run("RESET maintenance_work_mem")
        _run("RESET max_parallel_maintenance_workers")


def _pays(fingerprint: str, scope: Scope) -> bool:
    indexed = rows(INDEXED.format(exact=EXACT_CHUNKS, share=EXACT_SHARE), [_name(fingerprint)])
    if not indexed or scope == Scope():
        return bool(indexed)
    [(few,)] = indexed
    within, params = in_scope(scope)
    [(is_more,)] = rows(MORE_IN_SCOPE.format(within=within), [few, *params, few + 1])
    return bool(is_more)


def _existing() -> dict[str, bool]:
    """The names of our indexes, and whether each is whole."""
    with connection.cursor() as cursor:
        cursor.execute(EXISTING, [PREFIX])
        return dict(cursor.fetchall())


def _more_than(most: int, fingerprint: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(MORE_THAN, {"most": most, "fingerprint": fingerprint})
        return bool(cursor.fetchone()[0])


def _public_vectors(fingerprint: str) -> int:
    return ChunkVector.objects.filter(fingerprint=fingerprint, is_public=True).count()


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _name(fingerprint: str) -> str:
    return PREFIX + blake2b(fingerprint.encode(), digest_size=8).hexdigest()
