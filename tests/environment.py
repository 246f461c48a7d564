"""What tests set before Django reads its settings; pytest loads this as a plugin, first of all.

A conftest comes too late for it: pytest-django has read the settings by then.
"""

import os
import tempfile
from pathlib import Path

DEFAULTS = {
    # A cluster of their own, so that tests never touch an author's archive.
    "ARCHIVEBRAIN_HOME": str(Path(tempfile.gettempdir()) / f"archivebrain-tests-{os.getuid()}"),
    "EMBEDDED_FAST": "on",
    # All tests come from one address; those of the limits set quotas of their own.
    "ADDRESS_UNITS_PER_MINUTE": "1000000",
    "ADDRESS_UNITS_PER_DAY": "1000000",
    # A test that scripts a provider must be answered by it; those of the cache switch it on.
    "ANSWER_CACHE_HOURS": "0",
    # The sync Playwright API leaves an event loop in the test's thread.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
}
for name, value in DEFAULTS.items():
    os.environ.setdefault(name, value)

# Of tests that run beside each other every process has servers of its own: what one counts,
# locks or flushes is no other's. The name comes from pytest-xdist.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER:
    os.environ["ARCHIVEBRAIN_HOME"] += f"-{WORKER}"
