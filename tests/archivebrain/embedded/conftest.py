"""Homes in folders that every user may enter, unlike pytest's own."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from archivebrain.embedded.home import Account, open_home
from archivebrain.embedded.postgres import Cluster
from tests.archivebrain.embedded.homes import MakeFolder, remove_homes_below


@pytest.fixture
def make_folder() -> Iterator[MakeFolder]:
    """Makes folders that every user may enter, unlike pytest's; stops what ran in them."""
    made: list[Path] = []

    def make(*, owner: Account | None = None) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="brain"))
        made.append(folder)
        folder.chmod(0o755)
        if owner:
            os.chown(folder, owner.uid, owner.gid)
        return folder

    yield make
    for folder in made:
        remove_homes_below(folder)


@pytest.fixture(scope="session")
def pattern() -> Iterator[Path]:
    """A home whose cluster is made: copying it takes a fifth of the time of making one."""
    folder = Path(tempfile.mkdtemp(prefix="brain"))
    folder.chmod(0o755)
    cluster = Cluster(open_home(folder), is_fast=True)
    cluster.join()
    cluster.leave()
    yield folder
    remove_homes_below(folder)


@pytest.fixture
def made_home(make_folder: MakeFolder, pattern: Path) -> Path:
    """A home with an empty cluster in it, stopped."""
    folder = make_folder()
    subprocess.run(("cp", "-a", f"{pattern}/.", str(folder)), check=True)
    return folder


@pytest.fixture
def home_folder(make_folder: MakeFolder) -> Path:
    return make_folder()
