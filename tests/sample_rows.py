"""The sample archive as rows of tables: copied into any brain, already indexed.

Imports nothing of the tests' own environment: a journey fills a brain that is not theirs.
"""


def copy_sample(rows: dict[str, bytes]) -> None:
    from django.db import connection

    for table, columns in sample_tables():
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as to,
        ):
            to.write(rows[table])


def sample_tables() -> list[tuple[str, str]]:
    """Each table of the corpus with its stored columns, referred ones first."""
    from retrieval.models import Chunk, ChunkVector, Essay, GlossaryTerm, Posting, Publication

    return [
        (
            model._meta.db_table,
            ", ".join(str(f.column) for f in model._meta.concrete_fields if not f.generated),
        )
        for model in (Essay, Publication, Chunk, ChunkVector, Posting, GlossaryTerm)
    ]
