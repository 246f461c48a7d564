"""Measures in a brain of its own, prints the figures and writes docs/benchmarks.md."""

import sys
from importlib import import_module
from pathlib import Path

from bench.brain import own_brain


def main() -> None:
    with own_brain():
        # Only now, because models can be imported only after the settings are read.
        report = import_module("bench.measuring").measure()
    sys.stdout.write(report)
    Path("docs/benchmarks.md").write_text(report, encoding="utf-8")


main()
