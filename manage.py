#!/usr/bin/env python
"""Run a management command of this brain."""

import os
import signal
import sys
from pathlib import Path

try:
    from django.core.management import ManagementUtility
    from django.core.management.base import BaseCommand
    from django.db import OperationalError
except ModuleNotFoundError:
    # Another Python than the one that `make setup` installs into.
    own = Path(__file__).resolve().parent / ".venv"
    if Path(sys.prefix) == own or not (own / "bin/python").exists():
        sys.exit("Django is not installed for this Python. Run `make setup` first.")
    os.execv(own / "bin/python", [str(own / "bin/python"), *sys.argv])  # noqa: S606 - our own

from archivebrain.embedded.home import EmbeddedError


class Brain(ManagementUtility):
    """Django's commands and ours, on a brain that has its tables."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        # Only here, because it needs the apps, which are ready by now.
        from archivebrain.first_run import make_tables, reads_tables  # noqa: PLC0415

        if reads_tables(self.argv):
            make_tables()
        return command


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
    # As an exit, it lets the last process of a brain stop the embedded servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        Brain(sys.argv).execute()
    except OperationalError as fault:
        # An embedded server that cannot start has already said all in one sentence.
        if isinstance(fault.__cause__, EmbeddedError):
            sys.exit(str(fault))
        raise
    except EmbeddedError as fault:
        sys.exit(str(fault))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
