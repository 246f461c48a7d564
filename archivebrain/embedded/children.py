"""Child processes of `serve`: started on a leash, restarted when they end, stopped in order."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from archivebrain.embedded import leash
from archivebrain.embedded.home import EmbeddedError

# More ends than this within a minute are no accident: restarting would only hide why.
MOST_RESTARTS = 5
RESTART_WINDOW_SECONDS = 60.0
LINES_KEPT = 20

Say = Callable[[str, str], None]


class Child:
    """One supervised process and the lines it wrote last.

    In a session of its own, so that Ctrl-C reaches the supervisor alone. Start it from
    the main thread: Linux counts the end of the starting thread as the parent's death.
    """

    def __init__(
        self,
        name: str,
        command: tuple[str, ...],
        *,
        folder: Path,
        environment: Mapping[str, str],
        say: Say,
    ) -> None:
        self.name = name
        self._command = command
        self._folder = folder
        self._environment = {**os.environ, **environment, "PYTHONUNBUFFERED": "1"}
        self._say = say
        self._ends: deque[float] = deque(maxlen=MOST_RESTARTS)
        self._last_lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        leashed = (sys.executable, "-I", "-S", leash.__file__, str(os.getpid()))
        self._process = subprocess.Popen(
            (*leashed, *self._command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            cwd=self._folder,
            env=self._environment,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._pass_on_output, daemon=True)
        self._reader.start()

    def restart_if_ended(self) -> bool:
        """Start it again if it ended, and say so; give up on one that keeps ending."""
        process = self._process
        if process is None or process.poll() is None:
            return False
        self._kill_group()
        self._note_end()
        self._say(self.name, f"ended with {process.returncode}; starting it again")
        self.start()
        return True

    def ask_to_stop(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def stop(self, *, seconds: float) -> None:
        """Wait for an end that was asked for, then insist."""
        if self._process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self._kill_group()
        self._process.wait()
        if self._reader is not None:
            self._reader.join(1)

    def _note_end(self) -> None:
        self._ends.append(time.monotonic())
        is_full = len(self._ends) == MOST_RESTARTS
        if is_full and self._ends[-1] - self._ends[0] < RESTART_WINDOW_SECONDS:
            written = "\n".join(self._last_lines)
            raise EmbeddedError(
                f"The {self.name} process ended {MOST_RESTARTS} times within a minute. "
                f"Mend what it names, then start again. It last wrote:\n{written}"
            )

    def _kill_group(self) -> None:
        """Whatever the child itself started goes with it."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _pass_on_output(self) -> None:
        process = self._process
        if process is None or process.stdout is None:
            return
        with process.stdout:
            for line in process.stdout:
                if not line.strip():
                    continue
                self._last_lines.append(line.rstrip())
                self._say(self.name, line.rstrip())
