"""A script that becomes a command which Linux ends when its parent dies.

``leash.py PARENT_PID COMMAND…``: a script of its own, because the same call between fork
and exec of a process with threads may hang for ever.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: str, *command: str) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    # The parent may have died before the kernel was told.
    if os.getppid() != int(parent):
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 # the command is our own


if __name__ == "__main__":
    main(*sys.argv[1:])
