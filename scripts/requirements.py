"""Prints the requirements of pyproject.toml, with the extras that are named."""

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def lines(extras: list[str]) -> list[str]:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(line for one in extras for line in optional[one])]


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines(sys.argv[1:])) + "\n")
