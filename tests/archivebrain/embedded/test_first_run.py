"""A command in a new home finds its tables, whoever typed it and with whatever Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from archivebrain.first_run import reads_tables

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("import_essays a.md", True),
        ("evaluate --json", True),
        ("createsuperuser", True),
        ("import_essays --help", False),
        ("serve", False),
        ("migrate", False),
        ("help ask", False),
        ("nothing_such", False),
        ("", False),
    ],
)
def test_only_commands_that_read_tables_make_them(line: str, reads: bool) -> None:
    assert reads_tables(["manage.py", *line.split()]) is reads


@pytest.mark.real_sockets
def test_the_first_command_of_a_new_home_makes_the_tables(home_folder: Path) -> None:
    essay = home_folder.parent / "soup.md"
    essay.write_text("# Soup\n\nSoup is a meal.")

    done = subprocess.run(
        [sys.executable, "manage.py", "import_essays", str(essay), "--dry-run"],
        cwd=CHECKOUT,
        env={**os.environ, "ARCHIVEBRAIN_HOME": str(home_folder)},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    assert "1 new. Nothing was changed" in done.stdout


def test_a_python_without_django_is_told_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "manage.py").write_bytes((CHECKOUT / "manage.py").read_bytes())

    done = subprocess.run(
        [sys.executable, "-S", "-I", "manage.py", "ask"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 1
    assert done.stderr == "Django is not installed for this Python. Run `make setup` first.\n"
