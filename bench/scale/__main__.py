"""Grows a brain of its own to 200,000 chunks and writes docs/scale.md.

    python -m bench.scale [--chunks N ...] [--million]

Half an hour on two cores. Of a million chunks only the vector lane is measured; it is asked
for apart, because building its index alone takes a quarter of an hour.
"""

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path

from bench.brain import own_brain

SIZES = (2_000, 20_000, 200_000)
MILLION = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", nargs="+", type=int, default=SIZES, help="each size")
    parser.add_argument("--million", action="store_true", help="a million vectors as well")
    options = parser.parse_args()
    start = time.perf_counter()
    with own_brain():
        # Only now, because what they import wants the settings.
        measuring = import_module("bench.scale.measuring")
        page = import_module("bench.scale.page")
        figures = measuring.measure(options.chunks)
        more = measuring.measure_vectors(MILLION) if options.million else None
    minutes = (time.perf_counter() - start) / 60
    text = page.page(figures, more, minutes=minutes)
    sys.stdout.write(text)
    Path("docs/scale.md").write_text(text, encoding="utf-8")
    Path("docs/scale.svg").write_text(page.plot(figures), encoding="utf-8")


main()
