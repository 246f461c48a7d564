"""Prints the installed versions of what pyproject.toml needs, as lines of constraints.txt.

torch is left out: scripts/setup asks for it by its exact CPU version.
"""

import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
LEFT_OUT = {"torch"}


def asked_for() -> list[Requirement]:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    lines = [*project["dependencies"], *(line for extra in extras for line in extra)]
    return [Requirement(line) for line in lines]


def installed_versions() -> dict[str, str]:
    """Follow the requirements from package to package, extras included."""
    versions: dict[str, str] = {}
    followed: set[tuple[str, frozenset[str]]] = set()
    waiting = asked_for()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        key = (name, frozenset(wanted.extras))
        if key in followed:
            continue
        followed.add(key)
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        versions[name] = package.version
        waiting += needs_of(package.requires or [], wanted.extras)
    return versions


def needs_of(lines: list[str], extras: set[str]) -> list[Requirement]:
    requirements = [Requirement(line) for line in lines]
    return [
        one
        for one in requirements
        if one.marker is None
        or any(one.marker.evaluate({"extra": extra}) for extra in extras or {""})
    ]


if __name__ == "__main__":
    for name, version in sorted(installed_versions().items()):
        if name not in LEFT_OUT:
            sys.stdout.write(f"{name}=={version}\n")
