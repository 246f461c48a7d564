"""Quotas that no other test spent."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _wide_quota(settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE = settings.ADDRESS_UNITS_PER_DAY = 1_000_000
