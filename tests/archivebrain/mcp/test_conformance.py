"""The protocol as its makers check it: their suite, over a real socket."""

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MCP_CLIENTS, NODE

HERE = Path(__file__).parent
SUITE = MCP_CLIENTS / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
PATIENCE_SECONDS = 90.0

pytestmark = [pytest.mark.mcp_clients, pytest.mark.real_sockets]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the endpoint listens, with the suite's own tools beside ours."""
    with socket.socket() as listening, (tmp_path / "served.log").open("w") as log:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        application = "tests.archivebrain.mcp.conformance:application"
        served = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", application, "--fd", str(listening.fileno())],
            cwd=HERE.parents[2],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "archivebrain.settings"},
            pass_fds=[listening.fileno()],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://localhost:{listening.getsockname()[1]}/mcp"
            assert _serves(url)
            yield url
        finally:
            served.terminate()
            served.wait(30)


def _serves(url: str) -> bool:
    """Waits in the socket's queue until the endpoint is up, which then refuses a GET."""
    try:
        urllib.request.urlopen(url, timeout=PATIENCE_SECONDS)  # noqa: S310 # our own address
    except urllib.error.HTTPError as answer:
        answer.close()
        return answer.code == 405
    return False


def test_nothing_fails_in_the_official_suite_but_what_we_do_not_offer(
    address: str, tmp_path: Path
) -> None:
    expected = HERE / "expected-failures.yml"
    options = ["--url", address, "--expected-failures", str(expected)]
    command = [str(NODE), str(SUITE), "server", *options]

    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]
    assert "Total: 21 passed, 9 failed" in ran.stdout
