"""A brain of its own for one run of figures, gone when they are told."""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command


@contextmanager
def own_brain() -> Iterator[None]:
    """Models may be imported only in here, after the settings are read."""
    # Ends like Ctrl-C: the servers of this run are stopped and their folder goes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="archivebrain-bench-") as home:
        # A home below a folder that only we may enter is moved away by the embedded servers.
        Path(home).chmod(0o755)
        os.environ["ARCHIVEBRAIN_HOME"] = home
        os.environ["DJANGO_SETTINGS_MODULE"] = "archivebrain.settings"
        django.setup()
        brain = import_module("archivebrain.embedded.brain").this_brain()
        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            import_module("django.db").connections.close_all()
            brain.leave()
