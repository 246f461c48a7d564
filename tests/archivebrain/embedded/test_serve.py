"""`serve` as a whole: real processes, killed and stopped from outside."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from archivebrain.embedded.home import open_home
from archivebrain.embedded.postgres import Cluster
from archivebrain.embedded.valkey import Valkey
from tests.archivebrain.embedded.homes import (
    IS_ROOT,
    NOBODY,
    MakeFolder,
    Serving,
    processes_of,
    status_of,
    wait_for,
)

pytestmark = pytest.mark.real_sockets


@pytest.fixture
def serving(made_home: Path) -> Iterator[Serving]:
    started = Serving(made_home).wait_until_ready()
    yield started
    if not started.has_ended:
        started.end()


@pytest.mark.chaos
def test_whatever_is_killed_comes_back_and_a_second_serve_is_refused(serving: Serving) -> None:
    home = open_home(serving.home)
    web, worker = serving.child("uvicorn"), serving.child("celery")

    for victim in (Cluster(home), Valkey(home), web, worker):
        victim.kill()
    wait_for(lambda: serving.says("does not answer; starting it again", times=2))
    wait_for(lambda: serving.says("ended with -9; starting it again", times=2))

    wait_for(lambda: status_of(serving.port) == 200)
    second = Serving(serving.home)
    wait_for(lambda: second.has_ended)

    assert second.end() == 1
    assert "is already served by another process: stop that one, or" in second.output
    assert "Traceback" not in second.output
    assert {serving.child("uvicorn").pid, serving.child("celery").pid}.isdisjoint(
        {web.pid, worker.pid}
    )


@pytest.mark.chaos
def test_after_a_killed_supervisor_the_next_one_takes_over_and_ctrl_c_ends_all(
    serving: Serving,
) -> None:
    children = [serving.child("uvicorn"), serving.child("celery")]

    serving.end(signal.SIGKILL)
    wait_for(lambda: not any(child.is_running() for child in children))
    following = Serving(serving.home, port=serving.port).wait_until_ready()
    assert status_of(following.port) == 200
    code = following.end(signal.SIGINT)

    assert code == 0, following.output
    assert processes_of(serving.home) == []


def test_a_taken_port_is_named_before_anything_starts(home_folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        refused = Serving(home_folder, port=other.getsockname()[1])
        wait_for(lambda: refused.has_ended)

    assert refused.end() == 1
    # Where torch is left out, a warning of that stands above.
    fault = refused.output.splitlines()[-1]
    assert fault.startswith(f"CommandError: PORT={refused.port} is taken on 127.0.0.1: ")
    assert not (home_folder / "postgres").exists()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/brain"),
        ("REDIS_URL", "redis://127.0.0.1:1/0"),
    ],
)
def test_an_external_server_that_is_down_is_named(
    home_folder: Path, variable: str, value: str
) -> None:
    refused = Serving(home_folder, settings={variable: value})
    wait_for(lambda: refused.has_ended)

    assert refused.end() == 1
    assert f"CommandError: {variable} cannot be reached" in refused.output
    assert "Traceback" not in refused.output
    assert processes_of(home_folder) == []


@pytest.mark.skipif(not IS_ROOT, reason="the other tests are the ordinary user's")
def test_an_ordinary_user_serves_a_home_of_their_own(make_folder: MakeFolder) -> None:
    home = make_folder(owner=NOBODY)

    serving = Serving(home, account=NOBODY).wait_until_ready()

    assert status_of(serving.port) == 200
    assert {process.uids().real for process in processes_of(home)} == {NOBODY.uid}
    assert serving.end() == 0
    assert processes_of(home) == []
