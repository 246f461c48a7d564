"""The rows of Ghost's export, of which any value may be missing or of another kind."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]


def text_of(row: Row, name: str) -> str:
    """A text or a number as text; empty for everything else."""
    value = row.get(name)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def is_true(value: object) -> bool:
    return value not in (None, False, 0, "", "0", "false")
