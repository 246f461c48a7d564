"""What is known to be open: a case, where it fails, and why.

Marked strictly: whoever mends it takes the line away.
"""

from typing import Any

import pytest

from tests.journeys.adversarial.cases import Case

EVERYWHERE = ("page", "stream", "API", "widget", "MCP", "command")
# Where withheld texts never inform a model: the filter has only what is near the answer.
UNINFORMED = ("stream", "API", "widget", "MCP")
UNCOUNTED = "What a model makes up of withheld texts that it was not shown is not all counted."

UNCOUNTED_CASES = (
    *("C05a", "C09a", "C09b", "C10a", "C11a", "C11b"),
    *("C12a", "C12b", "C14a", "C14b", "C15a", "C15b"),
)
OPEN: dict[str, tuple[tuple[str, ...], str]] = {
    **dict.fromkeys(UNCOUNTED_CASES, (UNINFORMED, UNCOUNTED)),
    "C08a": (EVERYWHERE, "An address is taken out before the filter can count it."),
    "C10b": (EVERYWHERE, "Lines are run together before the filter reads their first letters."),
    "C23b": (EVERYWHERE, "A host without a scheme is quoted as an ordinary word."),
    "C33b": (EVERYWHERE, "No live fact is looked up for a name that the archive does not know."),
}


def marked(case: Case, surface: str) -> Any:
    """The case on the surface as a parameter, expected to fail where that is known."""
    where, reason = OPEN.get(case.id, ((), ""))
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if surface in where else []
    return pytest.param(case, surface, id=f"{case.id}-{surface}", marks=marks)
