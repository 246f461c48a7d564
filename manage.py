#!/usr/bin/env python
"""Run a management command of this brain."""

import os
import signal
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError

from archivebrain.embedded.home import EmbeddedError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
    # As an exit, it lets the last process of a brain stop the embedded servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as fault:
        # An embedded server that cannot start has already said all in one sentence.
        if isinstance(fault.__cause__, EmbeddedError):
            sys.exit(str(fault))
        raise
    except EmbeddedError as fault:
        sys.exit(str(fault))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
