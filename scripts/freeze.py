"""Prints the installed versions of what pyproject.toml needs, as lines of constraints.txt.

torch is left out: scripts/setup asks for it by its exact CPU version.
"""

import sys
from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.requirements import lines

LEFT_OUT = {"torch"}


def installed_versions() -> dict[str, str]:
    """Follow the requirements from package to package, extras included."""
    versions: dict[str, str] = {}
    followed: set[tuple[str, frozenset[str]]] = set()
    waiting = [Requirement(line) for line in lines(["embeddings", "onnx", "dev"])]
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
