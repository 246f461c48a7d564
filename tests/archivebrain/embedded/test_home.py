"""Where a home's files lie, who owns them, and what is said when they cannot be there."""

import os
import shutil
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from archivebrain.embedded.home import (
    SYSTEM_FOLDER,
    Account,
    EmbeddedError,
    Home,
    check_space,
    open_home,
)
from archivebrain.embedded.postgres import Cluster
from tests.archivebrain.embedded.homes import IS_ROOT, NOBODY, MakeFolder, run_python

as_root = pytest.mark.skipif(not IS_ROOT, reason="only root has an unreachable home")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_reachable_home_holds_its_own_files(home_folder: Path) -> None:
    home = open_home(home_folder / "var")

    assert home.files == home_folder / "var"
    assert home.notice == ""


@as_root
def test_root_runs_the_servers_of_a_persons_home_as_that_person(make_folder: MakeFolder) -> None:
    home = open_home(make_folder(owner=NOBODY))

    assert home.account == NOBODY


@as_root
def test_an_unreachable_home_keeps_its_files_elsewhere_and_says_so(home_folder: Path) -> None:
    closed = home_folder / "closed"
    closed.mkdir(mode=0o700)

    home = open_home(closed / "var")

    assert home.files.parent == SYSTEM_FOLDER
    assert (closed / "var" / "data").resolve() == home.files
    assert str(home.files) in home.notice
    assert mode_of(closed) == 0o700
    assert open_home(closed / "var") == home


@as_root
def test_a_deleted_home_never_comes_back_with_its_old_files(home_folder: Path) -> None:
    closed = home_folder / "closed"
    closed.mkdir(mode=0o700)
    before = open_home(closed / "var").files
    shutil.rmtree(closed / "var")

    after = open_home(closed / "var").files

    before.rmdir()
    assert after != before


@as_root
def test_a_link_planted_in_a_home_is_not_followed(home_folder: Path) -> None:
    (home_folder / "data").symlink_to("/etc")

    assert open_home(home_folder).files == home_folder


@as_root
def test_unreachable_binaries_are_copied_and_run(home_folder: Path) -> None:
    wheel = home_folder / "closed"
    (wheel / "tool").mkdir(parents=True)
    wheel.chmod(0o700)
    shutil.copy("/bin/true", wheel / "tool" / "true")
    home = open_home(home_folder / "var")

    programs = home.programs(wheel, "tool", version="tool-1")

    assert programs == home.files / "bin" / "tool-1"
    assert home.run([str(programs / "tool" / "true")], log=-3, timeout_seconds=5) == 0
    assert mode_of(wheel) == 0o700


def test_a_home_without_write_permission_is_refused_in_one_sentence(home_folder: Path) -> None:
    code = "import sys, pathlib; from archivebrain.embedded.home import open_home\n"
    code += "try: open_home(pathlib.Path(sys.argv[1]))\nexcept RuntimeError as e: print(e)"
    home_folder.chmod(0o555)

    output, _ = run_python(
        code, home_folder / "var", account=NOBODY if IS_ROOT else None
    ).communicate(timeout=30)

    assert output.startswith(f"ARCHIVEBRAIN_HOME='{home_folder}/var' cannot be used by ")
    assert output.endswith("Permission denied. Name a folder of that user.\n")


def test_a_full_disk_is_refused_before_a_cluster_is_begun(
    home_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = open_home(home_folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=5 * 2**20))

    with pytest.raises(EmbeddedError, match=r"5 MB left and a new brain needs 200 MB: free"):
        check_space(home)
    with pytest.raises(EmbeddedError, match="free some"):
        Cluster(home).join()


def test_a_path_too_long_for_a_socket_gets_one_in_tmp(home_folder: Path) -> None:
    deep = home_folder / ("deep" * 12) / ("deeper" * 10)

    sockets = open_home(deep).sockets

    assert sockets.parent == Path("/tmp")
    assert len(os.fsencode(sockets / ".s.PGSQL.5432.lock")) < 100


@as_root
def test_a_socket_folder_of_somebody_else_is_refused(home_folder: Path) -> None:
    home = Home(home_folder, home_folder, Account(1, 1))
    (home_folder / "run").mkdir()

    with pytest.raises(EmbeddedError, match="belongs to root, not to the servers"):
        home.folder(home_folder / "run")
