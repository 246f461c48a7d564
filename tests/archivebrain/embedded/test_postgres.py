"""Many processes share one cluster, and no death of any of them breaks it."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest

from archivebrain.embedded.home import EmbeddedError, open_home
from archivebrain.embedded.postgres import Cluster
from tests.archivebrain.embedded.homes import (
    IS_ROOT,
    NOBODY,
    MakeFolder,
    run_python,
    wait_for,
)

pytestmark = pytest.mark.real_sockets
USER = """
import pathlib, psycopg, sys
from archivebrain.embedded.home import open_home
from archivebrain.embedded.postgres import Cluster
cluster = Cluster(open_home(pathlib.Path(sys.argv[1])), is_fast=True)
cluster.join()
psycopg.connect(cluster.address("postgres")).close()
print("joined", flush=True)
sys.stdin.readline()
"""


def cluster_in(folder: Path) -> Cluster:
    return Cluster(open_home(folder), is_fast=True)


def ask(cluster: Cluster, query: str) -> object:
    with psycopg.connect(cluster.address("postgres"), autocommit=True) as link:
        cursor = link.execute(query.encode())
        return cursor.fetchone() if cursor.description else None


def joined(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    return line if line == "joined\n" else line + process.stdout.read()


def dismiss(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=60)


def test_the_last_process_out_stops_the_cluster(made_home: Path) -> None:
    cluster = cluster_in(made_home)
    cluster.join()
    other = run_python(USER, made_home)
    assert joined(other) == "joined\n"

    cluster.leave()
    assert cluster.is_answering()

    dismiss(other)
    assert not cluster.is_answering()
    assert cluster.processes() == []


@pytest.mark.chaos
def test_of_ten_processes_racing_four_may_be_killed(home_folder: Path) -> None:
    users = [run_python(USER, home_folder) for _ in range(10)]
    assert [joined(user) for user in users] == ["joined\n"] * 10

    for user in users[:4]:
        user.kill()
    for user in users:
        dismiss(user)

    assert cluster_in(home_folder).processes() == []


@pytest.mark.chaos
def test_no_row_is_lost_when_the_server_is_killed(made_home: Path) -> None:
    cluster = Cluster(open_home(made_home))
    cluster.join()
    ask(cluster, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")

    cluster.kill()
    wait_for(lambda: not cluster.is_answering())
    cluster.join()

    assert ask(cluster, "SELECT count(*) FROM kept") == (1000,)
    cluster.leave()


def test_a_recycled_pid_in_the_lock_file_is_no_server(made_home: Path) -> None:
    cluster = cluster_in(made_home)
    cluster.join()
    cluster.leave()
    (cluster.data / "postmaster.pid").write_text(f"{os.getpid()}\n{cluster.data}\n")

    cluster.join()

    assert ask(cluster, "SELECT 1") == (1,)
    cluster.leave()


def test_the_vector_extension_and_unicode_folding_are_there(made_home: Path) -> None:
    cluster = cluster_in(made_home)
    cluster.join()
    cluster.ensure_database("archive")
    cluster.ensure_database("archive")

    ask(cluster, "CREATE EXTENSION vector")

    assert ask(cluster, "SELECT '[1,2]'::vector <-> '[1,4]', upper('straße')") == (2, "STRASSE")
    cluster.leave()


def test_two_homes_are_two_brains(home_folder: Path) -> None:
    one, two = cluster_in(home_folder / "one"), cluster_in(home_folder / "two")
    one.join()
    two.join()

    ask(one, "CREATE TABLE mine ()")

    assert ask(two, "SELECT to_regclass('mine')") == (None,)
    one.leave()
    assert ask(two, "SELECT 1") == (1,)
    two.leave()


def test_any_character_may_stand_in_the_path_of_a_home(home_folder: Path) -> None:
    cluster = cluster_in(home_folder / 'an author\'s, $HOME "é"')

    cluster.join()

    assert ask(cluster, "SELECT 1") == (1,)
    cluster.leave()


def test_a_data_folder_half_made_is_made_again(home_folder: Path) -> None:
    cluster = cluster_in(home_folder)
    cluster.home.folder(cluster.folder)
    cluster.home.folder(cluster.folder / "unfinished")
    (cluster.folder / "unfinished" / "PG_VERSION").write_text("18\n")

    cluster.join()

    assert ask(cluster, "SELECT 1") == (1,)
    cluster.leave()


def test_data_of_another_major_version_is_refused(home_folder: Path) -> None:
    cluster = cluster_in(home_folder)
    cluster.home.folder(cluster.folder)
    cluster.home.folder(cluster.data)
    (cluster.data / "PG_VERSION").write_text("16\n")

    with pytest.raises(EmbeddedError, match="holds PostgreSQL 16, and this release brings 18"):
        cluster.join()


def test_missing_binaries_are_named_with_the_way_out(
    home_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(EmbeddedError, match=r"run `make setup`, or set DATABASE_URL"):
        cluster_in(home_folder).join()


@pytest.mark.skipif(not IS_ROOT, reason="only root can be another user too")
def test_root_and_a_person_share_the_persons_cluster(make_folder: MakeFolder) -> None:
    folder = make_folder(owner=NOBODY)
    person = run_python(USER, folder, account=NOBODY)
    assert joined(person) == "joined\n"
    cluster = cluster_in(folder)

    cluster.join()
    dismiss(person)
    assert ask(cluster, "SELECT 1") == (1,)
    cluster.leave()

    again = run_python(USER, folder, account=NOBODY)
    assert joined(again) == "joined\n"
    dismiss(again)
    assert cluster.processes() == []


def test_a_forked_child_does_not_stop_its_parents_cluster(made_home: Path) -> None:
    cluster = cluster_in(made_home)
    cluster.join()

    child = os.fork()
    if child == 0:
        cluster.leave()
        os._exit(0)
    os.waitpid(child, 0)

    assert ask(cluster, "SELECT 1") == (1,)
    cluster.leave()


@pytest.mark.chaos
def test_a_server_left_by_a_killed_process_is_adopted(made_home: Path) -> None:
    user = run_python(USER, made_home)
    assert joined(user) == "joined\n"
    user.send_signal(signal.SIGKILL)
    user.communicate()
    cluster = cluster_in(made_home)
    left = {process.pid for process in cluster.processes()}

    cluster.join()

    assert left & {process.pid for process in cluster.processes()}
    cluster.leave()
    assert cluster.processes() == []


def test_deleting_a_home_deletes_that_brain(home_folder: Path) -> None:
    cluster = cluster_in(home_folder / "var")
    cluster.join()
    ask(cluster, "CREATE TABLE mine ()")
    cluster.leave()
    shutil.rmtree(home_folder / "var")

    fresh = cluster_in(home_folder / "var")
    fresh.join()

    assert ask(fresh, "SELECT to_regclass('mine')") == (None,)
    fresh.leave()
