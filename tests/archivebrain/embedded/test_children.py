"""A supervised process comes back, until it keeps ending; then it is named with its last words."""

import os
import sys
from pathlib import Path

import pytest

from archivebrain.embedded.children import MOST_RESTARTS, Child
from archivebrain.embedded.home import EmbeddedError
from tests.archivebrain.embedded.homes import wait_for


def child(code: str, folder: Path, said: list[str]) -> Child:
    return Child(
        "web",
        (sys.executable, "-c", code),
        folder=folder,
        environment={"WORD": "given"},
        say=lambda name, line: said.append(f"{name}: {line}"),
    )


def test_a_child_gets_its_folder_and_environment_and_is_heard_line_by_line(tmp_path: Path) -> None:
    said: list[str] = []
    one = child("import os; print(os.environ['WORD']); print(); print(os.getcwd())", tmp_path, said)

    one.start()
    wait_for(lambda: len(said) == 2)
    one.stop(seconds=5)

    assert said == ["web: given", f"web: {tmp_path}"]


def test_a_child_that_keeps_ending_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    said: list[str] = []
    one = child("print('cannot bind'); raise SystemExit(3)", tmp_path, said)
    one.start()

    with pytest.raises(
        EmbeddedError, match=r"^The web process ended 5 times within a minute\."
    ) as end:
        wait_for(lambda: one.restart_if_ended() and False)

    assert "cannot bind" in str(end.value)
    assert said.count("web: ended with 3; starting it again") == MOST_RESTARTS - 1


def test_a_child_that_does_not_listen_is_killed_with_all_it_started(tmp_path: Path) -> None:
    said: list[str] = []
    code = (
        "import signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "below = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(below.pid, flush=True)\n"
        "time.sleep(600)"
    )
    one = child(code, tmp_path, said)
    one.start()
    wait_for(lambda: said)

    one.ask_to_stop()
    one.stop(seconds=0.2)

    below = int(said[0].removeprefix("web: "))
    wait_for(lambda: not is_running(below))


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return os.path.exists(f"/proc/{pid}")
