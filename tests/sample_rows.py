"""The sample archive as rows of tables: copied into any brain, already indexed.

Imports nothing of the tests' own environment: a journey fills a brain that is not theirs.
"""


def copy_sample(rows: dict[str, bytes]) -> None:
    """As they were copied out: nothing is checked again, which would take three times as long."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table, columns in sample_tables():
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as to:
                to.write(rows[table])
        cursor.execute("SET session_replication_role = origin")


def sample_tables() -> list[tuple[str, str]]:
    """Each table of the corpus with its stored columns, referred ones first."""
    from retrieval.models import (
        Chunk,
        ChunkVector,
        Essay,
        EssayTally,
        GlossaryTerm,
        Posting,
        Publication,
        Tally,
    )

    return [
        (
            model._meta.db_table,
            ", ".join(str(f.column) for f in model._meta.concrete_fields if not f.generated),
        )
        for model in (
            *(Essay, EssayTally, Publication),
            *(Chunk, ChunkVector, Posting, Tally),
            GlossaryTerm,
        )
    ]
