"""What the scripts of all stacks share: questions and answers as lines of JSON, and the clock.

Only the standard library: this runs in every stack's own environment.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TextIO

# A search over the collection that was opened last: question in, ids out, best first.
Search = Callable[[str], Sequence[str]]
Texts = Sequence[tuple[str, str]]

MODEL = os.environ["PEERS_MODEL"]
# libpq's address of a database of its own.
DATABASE = os.environ["PEERS_DATABASE"]
# What each lane of a hybrid hands to its fusion, where the stack lets one say so.
POOL = 20
LIMIT = 10


# Seconds that this process spent on texts' vectors: what is asked for is the rest.
embedding: list[float] = []


def speak(open_collection: Callable[[str, Texts], Search]) -> None:
    """Serve until the other side closes; what libraries print goes to standard error."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    search: Search = lambda _: ()  # noqa: E731  # stands in until a collection is open
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "open":
            search, told = _opened(open_collection, asked["name"], asked["texts"])
        elif asked["do"] == "search":
            told = _found(search, asked["question"])
        else:
            told = _throughput(search, asked["questions"], asked["threads"])
        _tell(out, told)


def _opened(
    open_collection: Callable[[str, Texts], Search], name: str, texts: Iterable[Sequence[str]]
) -> tuple[Search, dict[str, Any]]:
    embedding.clear()
    start = time.perf_counter()
    search = open_collection(name, [(key, text) for key, text in texts])
    seconds = time.perf_counter() - start - sum(embedding)
    search("a question that warms what is loaded at the first one")
    return search, {"seconds": seconds, "rss_mb": _rss_mb()}


def counted_apart(encode: Callable[..., Any]) -> Callable[..., Any]:
    """The same, its time kept out of what indexing took beside the model."""

    def timed(*arguments: Any, **options: Any) -> Any:
        start = time.perf_counter()
        try:
            return encode(*arguments, **options)
        finally:
            embedding.append(time.perf_counter() - start)

    return timed


def _found(search: Search, question: str) -> dict[str, Any]:
    start = time.perf_counter()
    ids = search(question)
    ms = (time.perf_counter() - start) * 1000
    return {"ids": list(dict.fromkeys(ids))[:LIMIT], "ms": ms}


def _throughput(search: Search, questions: Sequence[str], threads: int) -> dict[str, Any]:
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(search, questions):
            pass
    return {"qps": len(questions) / (time.perf_counter() - start), "rss_mb": _rss_mb()}


def _tell(out: TextIO, told: dict[str, Any]) -> None:
    out.write(json.dumps(told) + "\n")
    out.flush()


def _rss_mb() -> float:
    """The most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
