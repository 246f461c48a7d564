"""What every test may use: a home of its own, the real database, the real model.

Tests run on an embedded cluster in a folder of their own, so that they never touch the
author's archive. What a machine lacks is named as left out, or fails the run where
REQUIRE_ALL=1 asks for everything.
"""

import os
import tempfile
from pathlib import Path

TEST_HOME = Path(
    os.environ.setdefault(
        "ARCHIVEBRAIN_HOME", str(Path(tempfile.gettempdir()) / f"archivebrain-tests-{os.getuid()}")
    )
)
os.environ.setdefault("EMBEDDED_FAST", "on")
