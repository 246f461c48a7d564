"""Quotas that no other test spent, and rows that a request's own thread sees."""

from typing import Any

import pytest

from ledger.importing import import_ledger
from tests.conftest import SAMPLE, copy_sample


@pytest.fixture(autouse=True)
def _wide_quota(settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE = settings.ADDRESS_UNITS_PER_DAY = 1_000_000


@pytest.fixture
def open_archive(_sample_rows: dict[str, bytes], transactional_db: None) -> None:
    """The sample archive, committed: a request's own thread has a connection of its own."""
    copy_sample(_sample_rows)
    import_ledger((SAMPLE / "ledger.yaml").read_bytes())
