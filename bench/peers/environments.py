"""An environment for each stack, made once, with torch and the model's library from our own."""

import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from bench.peers.registry import ENVIRONMENTS, HERE


class CannotBeInstalled(Exception):
    """The message is pip's last word."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What a stack adds to Python, torch and sentence-transformers."""

    packages: int
    megabytes: int


def prepare(name: str) -> Weight:
    """Install what requirements/NAME.txt pins, unless it is there; raises ``CannotBeInstalled``."""
    wanted = (HERE / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    folder = ENVIRONMENTS / name
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        _install(name, folder)
        stamp.write_text(wanted, encoding="utf-8")
    return _weight(folder)


def _install(name: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    shared = _packages(folder) / "shared.pth"
    shared.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    command = [
        *(str(folder / "bin" / "python"), "-m", "pip", "install", "-qq"),
        *("--disable-pip-version-check", "-r", str(HERE / "requirements" / f"{name}.txt")),
        # By its exact version: a range would fetch gigabytes of CUDA.
        f"torch=={version('torch')}",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise CannotBeInstalled((run.stderr.strip().splitlines() or ["pip failed"])[-1])


def _weight(folder: Path) -> Weight:
    packages = _packages(folder)
    megabytes = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file()) >> 20
    # Those that every environment has are pip and setuptools.
    return Weight(len(list(packages.glob("*.dist-info"))) - 2, megabytes)


def _packages(folder: Path) -> Path:
    return next((folder / "lib").glob("python3.*")) / "site-packages"
