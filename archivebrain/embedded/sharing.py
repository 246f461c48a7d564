"""One server, any number of processes: the first starts it, the last one stops it.

Each user holds a shared kernel lock, and the kernel drops it on any death, `kill -9`
included: nobody has to be counted, and nothing can go stale.
"""

import atexit
import fcntl
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from archivebrain.embedded.home import EmbeddedError, Home


class SharedServer(ABC):
    """A server in its own folder of a home, whoever started it."""

    name: str
    program: str
    setting: str

    def __init__(self, home: Home, folder: str) -> None:
        self.home = home
        self.folder = home.files / folder
        self._guard = threading.RLock()
        self._lock: int | None = None
        self._owner_pid = 0

    @abstractmethod
    def is_answering(self) -> bool: ...

    @abstractmethod
    def start(self) -> None:
        """Start the server unless it answers; called in turn, never twice at once."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the server in order; called in turn."""

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def join(self) -> None:
        """Start the server if needed and keep it up while this process lives."""
        with self._guard:
            if not self._has_joined():
                self._join()
            elif not self.is_answering():
                self.revive()

    def revive(self) -> None:
        """Start it again after somebody killed it."""
        with self._turn():
            self.start()

    def leave(self) -> None:
        """Let go; the last one out stops the server. A forked child never does."""
        with self._guard:
            if not self._has_joined():
                return
            with suppress(FileNotFoundError), self._turn():
                self._let_go()
                if self._is_unused():
                    self.stop()
            self._let_go()

    def processes(self) -> list[psutil.Process]:
        """The live processes of this server, known by their working folder."""
        found = []
        for process in psutil.process_iter(["name", "status", "cwd"]):
            info = process.info
            if info["name"] != self.program or info["cwd"] != str(self._working_folder):
                continue
            # A zombie holds nothing, and its pid may be reused.
            if info["status"] != psutil.STATUS_ZOMBIE:
                found.append(process)
        return found

    @property
    def _working_folder(self) -> Path:
        return self.folder

    def _has_joined(self) -> bool:
        return self._lock is not None and self._owner_pid == os.getpid()

    def _join(self) -> None:
        with self._turn():
            self.start()
            self._lock = self.open_file("users.lock", os.O_RDWR)
            fcntl.flock(self._lock, fcntl.LOCK_SH)
            self._owner_pid = os.getpid()
        atexit.register(self.leave)

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            atexit.unregister(self.leave)

    def _is_unused(self) -> bool:
        lock = self.open_file("users.lock", os.O_RDWR)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(lock)
        return True

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self._make_folder()
        lock = self.open_file("turn.lock", os.O_RDWR)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _make_folder(self) -> None:
        try:
            self.home.folder(self.folder)
        except OSError as fault:
            raise EmbeddedError(
                f"{self.name} cannot use {self.folder}: {fault.strerror}. Give this "
                "user the folder, or choose another ARCHIVEBRAIN_HOME."
            ) from fault

    def open_file(self, name: str, flags: int) -> int:
        return self.home.open_file(self.folder / name, flags)

    def wait_until(self, reached: Callable[[], bool], *, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not reached():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def failure(self, what: str) -> EmbeddedError:
        """The sentence for a server that failed, ending in what it last wrote."""
        written = ""
        with suppress(OSError):
            written = self.log.read_text(errors="replace")[-1500:].strip()
        if "No space left on device" in written:
            return EmbeddedError(
                f"{self.name} {what}, because the disk of {self.folder} is full: "
                "free some space, or choose another ARCHIVEBRAIN_HOME."
            )
        return EmbeddedError(
            f"{self.name} {what}; its log is {self.log}. Remove the cause, or set "
            f"{self.setting} to a server of your own. It last wrote:\n{written}"
        )
