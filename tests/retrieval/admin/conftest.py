"""A home of the test's own for uploads, and tasks that a test carries out itself."""

from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus import uploads
from retrieval.tasks import carry_on_imports, index_essay, seed_graph, sweep


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Uploads alone lie elsewhere: of another home, a new connection would be another server's."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(uploads, "_folder", lambda: home / "uploads")
    return home


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What would be queued: the task's name and what it is given."""
    queued: list[tuple[str, dict[str, Any]]] = []
    for task in (carry_on_imports, index_essay, seed_graph, sweep):
        monkeypatch.setattr(
            task, "delay", lambda name=task.name, **given: queued.append((name, given))
        )
    # A test's own transaction is never committed.
    monkeypatch.setattr("retrieval.desk.transaction.on_commit", lambda task, robust: task())
    return queued
