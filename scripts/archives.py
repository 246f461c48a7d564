"""Imports each real archive into a throwaway brain of its own, and evaluates what has questions."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

# A file that is refused is told and makes no failure: the archives are as their authors left them.
ALL_IN, SOME_REFUSED = 0, 1


def main() -> int:
    """0 if every archive was read and no ledger, golden set or gate failed; else 1."""
    data = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", ""), "data")
    archives = sorted(path for path in (data / "archives").glob("*") if path.is_dir())
    if not archives:
        sys.stderr.write("Set ARCHIVEBRAIN_TEST_DATA to the folder that holds data/archives.\n")
        return 1
    return max(_try_archive(archive, data / "golden" / archive.name) for archive in archives)


def _try_archive(archive: Path, golden: Path) -> int:
    sys.stderr.write(f"\n== {archive.name}\n")
    with tempfile.TemporaryDirectory(prefix="archivebrain-archive-") as home:
        # A home below a folder that only we may enter is moved away by the embedded servers.
        Path(home).chmod(0o755)
        if _manage(home, "migrate", "-v0"):
            return 1
        if _manage(home, "import_essays", str(archive)) not in {ALL_IN, SOME_REFUSED}:
            return 1
        return max(_evaluated(home, golden)) if golden.is_dir() else 0


def _evaluated(home: str, golden: Path) -> list[int]:
    files = {"import_ledger": golden / "ledger.yaml", "import_golden": golden / "golden.yaml"}
    imported = [_manage(home, name, str(file)) for name, file in files.items() if file.exists()]
    return [*imported, _manage(home, "evaluate")]


def _manage(home: str, *arguments: str) -> int:
    sys.stderr.write(f"$ manage.py {' '.join(arguments)}\n")
    variables = {**os.environ, "ARCHIVEBRAIN_HOME": home}
    return subprocess.run([sys.executable, "manage.py", *arguments], env=variables).returncode


if __name__ == "__main__":
    sys.exit(main())
