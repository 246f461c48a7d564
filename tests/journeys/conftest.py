"""A whole brain of its own for journeys: the real command, real processes, a real browser."""

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import CHROMIUM
from tests.journeys.hosts import Host, served_host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 90.0
# Of no brain but this one.
PUBLISH_SECRET = "whsec_am91cm5leXMgYXJlIGxvbmcgYW5kIG1hbnk="
# A browser that leaves between the opening of a file and its answer has Django drop the answer
# unclosed; Python closes the file at once, and says so.
A_READER_LEFT = "ignore:unclosed file <_io.FileIO:ResourceWarning"
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@pytest.fixture(scope="session")
def mailbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the brain's mails arrive."""
    return tmp_path_factory.mktemp("mailbox")


@pytest.fixture(scope="session")
def listed_host() -> Iterator[Host]:
    """A site of another origin, whose pages may ask the brain."""
    with served_host() as host:
        yield host


@pytest.fixture(scope="session")
def brain(
    tmp_path_factory: pytest.TempPathFactory,
    mailbox: Path,
    listed_host: Host,
    sample_rows: dict[str, bytes],
) -> Iterator[str]:
    """The address of a running brain that holds the sample archive."""
    home = tmp_path_factory.mktemp("journey") / "home"
    port = _free_port()
    variables = {
        **os.environ,
        "ARCHIVEBRAIN_HOME": str(home),
        "PORT": str(port),
        "EMAIL_URL": f"file://{mailbox}",
        "CORS_ORIGINS": listed_host.origin,
        "PUBLISH_SECRET": PUBLISH_SECRET,
        "PYTHONWARNINGS": f"default,{A_READER_LEFT}",
    }
    _python("manage.py", "migrate", variables=variables)
    # Imported and indexed by the command itself, but only once for all tests.
    kept = home.parent / "sample"
    kept.write_bytes(pickle.dumps(sample_rows))
    _python("-m", "tests.journeys.filling", str(kept), variables=variables)
    log = home.parent / "serve.log"
    with log.open("w") as lines:
        served = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=variables,
            stdout=lines,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/readyz", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        served.send_signal(signal.SIGINT)
        served.wait(30)
    assert "Warning" not in log.read_text()


def _python(*arguments: str, variables: dict[str, str]) -> None:
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=variables,
        check=True,
        capture_output=True,
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310 - our own address
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"{address} did not answer:\n{log.read_text()}")


# Playwright keeps an event loop running in this thread until it ends: for as short as may be,
# because a test beside these may want to start one of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


# A status that a test asked for; a request that gave way to a newer one, as htmx tells it.
EXPECTED = ("status of 422", "htmx:afterRequest", "htmx:sendAbort")


def _is_fault(line: "ConsoleMessage") -> bool:
    return line.type == "error" and not any(one in line.text for one in EXPECTED)


@pytest.fixture
def page(browser: "Browser", brain: str) -> Iterator["Page"]:
    """A fresh page that may talk to the brain alone; a script error fails the test."""
    context = browser.new_context(base_url=brain, viewport={"width": 1100, "height": 900})
    faults: list[str] = []
    strangers: list[str] = []
    context.on(
        "request", lambda sent: None if sent.url.startswith(brain) else strangers.append(sent.url)
    )
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if _is_fault(line) else None)
    yield opened
    context.close()
    assert strangers == [], "A page asked another host."
    assert faults == [], "A script failed."
