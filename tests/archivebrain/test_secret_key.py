"""The secret is made once, is never half there, and belongs to the home's owner."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from archivebrain.secret_key import kept_secret


def test_a_home_keeps_one_secret_that_only_its_owner_may_read(tmp_path: Path) -> None:
    first = kept_secret(tmp_path / "home")

    assert kept_secret(tmp_path / "home") == first
    assert (tmp_path / "home/secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["secret_key"]


def test_a_secret_that_a_full_disk_left_empty_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()

    assert len(kept_secret(tmp_path)) > 40


def test_starts_at_once_agree_on_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as starts:
        found = set(starts.map(lambda _: kept_secret(tmp_path), range(64)))

    assert len(found) == 1


def test_a_write_that_fails_leaves_no_secret_behind(tmp_path: Path) -> None:
    # The kernel refuses every byte, as a full disk would.
    code = "import resource, sys; from pathlib import Path; "
    code += "from archivebrain.secret_key import kept_secret; "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); kept_secret(Path(sys.argv[1]))"
    started = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )

    assert "OSError" in started.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_root_leaves_the_secret_to_the_owner_of_the_home(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)

    kept_secret(tmp_path)

    assert (tmp_path / "secret_key").stat().st_uid == 65534
