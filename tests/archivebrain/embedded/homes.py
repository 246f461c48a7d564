"""Processes that use a home of their own for real, and the end of both."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil
import pytest

from archivebrain.embedded.home import SYSTEM_FOLDER, Account, can_reach, open_home
from archivebrain.embedded.postgres import Cluster
from archivebrain.embedded.valkey import Valkey

CHECKOUT = Path(__file__).resolve().parents[3]
IS_ROOT = os.geteuid() == 0
NOBODY = Account(65534, 65534)
MakeFolder = Callable[..., Path]


def wait_for(reached: Callable[[], object], *, seconds: float = 90) -> None:
    """Poll until something is so, and fail by name when it never is."""
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, f"not reached within {seconds} s: {reached}"
        time.sleep(0.02)


def python_for(account: Account | None) -> tuple[str, dict[str, str]]:
    """An interpreter that the account may run, with this environment's packages."""
    packages = sysconfig.get_paths()["purelib"]
    real = Path(os.path.realpath(sys.executable)).parent
    if can_reach(real, account) and can_reach(Path(packages), account):
        return sys.executable, {}
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = shutil.which(version, path="/usr/bin:/usr/local/bin")
    if found is None or not can_reach(Path(packages), account):
        pytest.skip(f"An ordinary user can run neither {real} nor a {version} of the system.")
    known = filter(None, (os.environ.get("PYTHONPATH"), packages))
    return found, {"PYTHONPATH": ":".join(known)}


# The root package loads Celery and Django; the servers need neither, and start sooner.
BARE = f"""
import sys, types
sys.modules["archivebrain"] = types.ModuleType("archivebrain")
sys.modules["archivebrain"].__path__ = [{str(CHECKOUT / "archivebrain")!r}]
"""


def run_python(
    code: str, *arguments: object, account: Account | None = None
) -> subprocess.Popen[str]:
    """Start a process of its own on our code; its standard input keeps it waiting."""
    python, extra = python_for(account)
    path = ":".join(filter(None, (str(CHECKOUT), extra.get("PYTHONPATH"))))
    return subprocess.Popen(
        (python, "-c", BARE + code, *map(str, arguments)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def remove_homes_below(folder: Path) -> None:
    """Stop the servers of every home in a folder, then remove it and what it links to."""
    for place in {path.parent for path in folder.rglob("postgres")} | {
        path for path in folder.rglob("data") if path.is_symlink()
    }:
        home = open_home(place.parent if place.is_symlink() else place)
        Cluster(home).stop()
        Valkey(home).stop()
        shutil.rmtree(home.sockets, ignore_errors=True)
        if home.files.parent == SYSTEM_FOLDER:
            shutil.rmtree(home.files)
    shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status_of(port: int, path: str = "/healthz") -> int:
    """The status of a page; 0 while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as page:
            return int(page.status)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code
    except (OSError, http.client.HTTPException):
        return 0


def processes_of(home: Path) -> list[psutil.Process]:
    """Every live process of a brain: its environment or its working folder names the home."""
    found = []
    for process in psutil.process_iter():
        try:
            is_ours = process.environ().get("ARCHIVEBRAIN_HOME") == str(home)
            if is_ours or str(home.resolve()) in process.cwd():
                found.append(process)
        # A zombie has neither, and a process may end while it is looked at.
        except psutil.Error:
            continue
    return [process for process in found if process.pid != os.getpid()]


class Serving:
    """One real `manage.py serve`, and what it printed."""

    def __init__(
        self,
        home: Path,
        *,
        port: int = 0,
        account: Account | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.home = home
        self.port = port or free_port()
        python, extra = python_for(account)
        self.process = subprocess.Popen(
            (python, str(CHECKOUT / "manage.py"), "serve", "--port", str(self.port)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd="/",
            env={
                **os.environ,
                **extra,
                "ARCHIVEBRAIN_HOME": str(home),
                "EMBEDDED_FAST": "on",
                "PYTHONDONTWRITEBYTECODE": "1",
                **(settings or {}),
            },
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    @property
    def output(self) -> str:
        return "".join(self.lines)

    def wait_until_ready(self) -> "Serving":
        wait_for(lambda: self.says("Ctrl-C stops everything") or self.has_ended, seconds=90)
        assert not self.has_ended, self.output
        return self

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def says(self, words: str, *, times: int = 1) -> bool:
        return self.output.count(words) >= times

    def child(self, word: str) -> psutil.Process:
        """The web or the worker process, known by a word of its command line."""
        below = psutil.Process(self.process.pid).children()
        return next(one for one in below if word in one.cmdline())

    def end(self, sign: int = signal.SIGINT) -> int:
        """Send a signal, wait for the end and return the exit code."""
        self.process.send_signal(sign)
        code = self.process.wait(60)
        self._reader.join(5)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code
