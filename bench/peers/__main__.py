"""Compares us with other stacks in one run and writes docs/peers.md.

    python -m bench.peers [COLLECTION ...]

Collections are those of ARCHIVEBRAIN_TEST_DATA; each has questions, texts and judgements.
"""

import argparse
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

from bench.brain import own_brain
from bench.collections import read_collection
from bench.peers.registry import ENVIRONMENTS

DEFAULT = ("cranfield", "cisi")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", nargs="*", default=DEFAULT)
    names = parser.parse_args().collections
    folder = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", ""), "data", "retrieval")
    if not os.environ.get("ARCHIVEBRAIN_TEST_DATA") or not folder.is_dir():
        sys.exit("ARCHIVEBRAIN_TEST_DATA names no folder with data/retrieval: set it first.")
    start = time.perf_counter()
    collections = [read_collection(folder / name) for name in names]
    with own_brain():
        # Only now, because what they import wants the settings.
        figures = import_module("bench.peers.running").compare(collections, _variables())
    minutes = (time.perf_counter() - start) / 60
    page = import_module("bench.peers.page")
    page.write(figures, collections, minutes=minutes)


def _variables() -> dict[str, str]:
    """Where the model lies and which database is the others' to fill."""
    folders = import_module("retrieval.embedders.folders")
    cluster = import_module("archivebrain.embedded.brain").this_brain().cluster
    cluster.ensure_database("peers")
    link = cluster.connection
    host = quote(link["host"], safe="")
    address = f"postgresql://{link['user']}@/peers?host={host}&port={link['port']}"
    ENVIRONMENTS.mkdir(parents=True, exist_ok=True)
    return {
        "PEERS_MODEL": str(folders.folder_of(folders.BUNDLED)),
        "PEERS_DATABASE": address,
        "PEERS_VECTORS": str(ENVIRONMENTS / "vectors.sqlite"),
    }


main()
