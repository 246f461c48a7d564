"""What is known to be open: a case, where it fails, and why.

Marked strictly: whoever mends it takes the line away.
"""

from typing import Any

import pytest

from tests.journeys.adversarial.cases import Case

EVERYWHERE = ("page", "stream", "API", "widget", "MCP", "command")
OPEN: dict[str, tuple[tuple[str, ...], str]] = {}


def marked(case: Case, surface: str) -> Any:
    """The case on the surface as a parameter, expected to fail where that is known."""
    where, reason = OPEN.get(case.id, ((), ""))
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if surface in where else []
    return pytest.param(case, surface, id=f"{case.id}-{surface}", marks=marks)
