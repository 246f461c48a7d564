"""Tests never run in the author's own home, on the author's servers or with the author's keys."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from archivebrain.embedded.home import LONGEST_NAME, LONGEST_SOCKET
from tests.environment import CHECKOUT, CHOSEN, FORGOTTEN, home_of

TELL = "import tests.environment, os, json; print(json.dumps(dict(os.environ)))"


def seen_by_tests(**exported: str) -> dict[str, str]:
    """The variables of a test process that was started from a shell with these."""
    told = subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=CHECKOUT,
        env={"PATH": os.environ["PATH"], **exported},
        capture_output=True,
        check=True,
    )
    found: dict[str, str] = json.loads(told.stdout)
    return found


def test_what_a_shell_exports_for_the_authors_brain_reaches_no_test() -> None:
    exported = dict.fromkeys([*FORGOTTEN, *CHOSEN, "ARCHIVEBRAIN_HOME"], "the author's")

    seen = seen_by_tests(**exported)

    assert "the author's" not in seen.values()
    assert seen["ARCHIVEBRAIN_HOME"] == home_of(CHECKOUT, {})


def test_another_home_is_named_by_a_variable_that_no_brain_reads() -> None:
    seen = seen_by_tests(ARCHIVEBRAIN_TEST_HOME="/tmp/other", PYTEST_XDIST_WORKER="gw1")

    assert seen["ARCHIVEBRAIN_HOME"] == "/tmp/other-gw1"


def test_every_variable_that_a_setting_reads_is_forgotten_or_chosen() -> None:
    settings = (CHECKOUT / "archivebrain" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', settings))

    assert len(read) > 20
    # `serve` sets the last one itself, for the processes that it starts.
    assert read - {*FORGOTTEN, *CHOSEN} == {"ARCHIVEBRAIN_HOME", "ARCHIVEBRAIN_PROCESS"}


def test_two_checkouts_share_no_home_and_their_sockets_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/tmp")
    one, other = (home_of(Path(name), {"PYTEST_XDIST_WORKER": "gw15"}) for name in ("/a", "/b"))

    assert one != other
    assert len(f"{one}/run/{LONGEST_NAME}") < LONGEST_SOCKET
