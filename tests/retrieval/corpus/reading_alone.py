"""Reads sources in a process of its own and prints what each took, and what came of it."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

STATUS, PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# What Linux takes for the wish to measure the peak anew.
ANEW = "5"


def megabytes(name: str) -> float:
    """``VmRSS`` is what is held now, ``VmHWM`` the most since the peak was set anew."""
    (line,) = (line for line in STATUS.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


def outcomes_of(path: str) -> Iterator[tuple[str, str]]:
    from retrieval.corpus.importing import ImportOptions, read_each
    from retrieval.corpus.sources import SourceFault, open_source

    try:
        with open_source(path) as source:
            for read in read_each(source, ImportOptions(now=datetime(2026, 6, 15, tzinfo=UTC))):
                yield type(read).__name__, getattr(read, "reason", "")
    except SourceFault as fault:
        yield "SourceFault", str(fault)


def measured(path: str) -> dict[str, Any]:
    PEAK.write_text(ANEW)
    held, start = megabytes("VmRSS"), time.process_time()
    outcomes, reasons = Counter[str](), set[str]()
    for outcome, reason in outcomes_of(path):
        outcomes[outcome] += 1
        reasons |= {reason} - {""}
    return {
        "megabytes": megabytes("VmHWM") - held,
        "seconds": time.process_time() - start,
        "outcomes": outcomes,
        "reasons": sorted(reasons)[:20],
    }


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps({path: measured(path) for path in sys.argv[1:]}))
