"""Searches over HTTP against the model alone, question by question, with each backend.

Each is measured in a process and a brain of its own: `python -m bench.web`, as EMBED_BACKEND says.
"""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from urllib.parse import quote

import psutil

from bench.brain import own_brain
from bench.collections import read_collection

BACKENDS = ("torch", "onnx", "onnx-int8")
# As large as an author's archive.
COLLECTION = "cranfield"
CLIENTS = 8
ASKED = 60
READY_SECONDS = 90
# One principal asks everything here.
UNLIMITED = {"ADDRESS_UNITS_PER_MINUTE": "1000000", "ADDRESS_UNITS_PER_DAY": "1000000"}


@dataclass(frozen=True, slots=True)
class WebFigures:
    """Medians in milliseconds, all of the same questions by turns.

    ``inside``: ``search()`` in a process of its own. ``again``: the same request once more.
    ``ndcg``: of that search at 10. Memory is resident, after the searches.
    """

    backend: str
    chunks: int
    bare: float
    inside: float
    cold: float
    again: float
    searches_a_second: float
    web_mb: int
    worker_mb: int
    ndcg: float


def measure_web() -> list[WebFigures]:
    """Of each backend; needs the test collections."""
    return [_measured_apart(backend) for backend in BACKENDS]


def _measured_apart(backend: str) -> WebFigures:
    # One thread, as the web process has.
    as_web = {"EMBED_BACKEND": backend, "ARCHIVEBRAIN_PROCESS": "web"}
    row = subprocess.run(
        [sys.executable, "-m", "bench.web"],
        env={**os.environ, **as_web},
        stdout=subprocess.PIPE,
        check=True,
    )
    return WebFigures(**json.loads(row.stdout))


def told(figures: Sequence[WebFigures]) -> str:
    """The section of the page."""
    rows = "\n".join(
        f"| {one.backend} | {one.bare:.1f} | **{one.inside / one.bare:.2f}** "
        f"| **{one.cold / one.bare:.2f}** | **{one.again / one.cold:.2f}** "
        f"| {one.searches_a_second:.0f} | {one.ndcg:.3f} | {one.web_mb} | {one.worker_mb} |"
        for one in figures
    )
    return f"""## Searching over HTTP

`GET /api/v1/search` of a running `serve` over {figures[0].chunks:,} chunks, {ASKED} different
questions, by turns with `SentenceTransformer.encode` of the same question on one thread (bare).

| backend | bare, p50 ms | `search()` / bare | HTTP / bare | again / first | searches/s, {CLIENTS} clients | nDCG@10 | web, MB | worker, MB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}"""  # noqa: E501  # a table's head is one line


def main() -> None:
    with own_brain():
        figures = _measure()
    sys.stdout.write(json.dumps(asdict(figures)))


def _measure() -> WebFigures:
    # Only now, because what they import wants the settings.
    search = import_module("retrieval.search").search
    chunks = import_module("retrieval.lanes.keyword").public_chunk_count
    measure_quality = import_module("bench.searching").measure_quality
    data = Path(os.environ["ARCHIVEBRAIN_TEST_DATA"], "data", "retrieval")
    collection = read_collection(data / COLLECTION)
    ndcg = measure_quality(collection).ndcg["fused"]
    asked = list(dict.fromkeys(collection.questions.values()))[: 2 * ASKED]
    encode = _bare()
    with _serving() as (port, processes):
        get = _getter(port)
        steps = {"bare": encode, "inside": search, "cold": get, "again": get}
        for text in ("what warms a cache", "what warms it more"):
            _by_turns(steps, [text])
        times = _by_turns(steps, asked[:ASKED])
        rate = _rate(port, [text.upper() for text in asked])
        web, worker = (process.memory_info().rss >> 20 for process in processes)
    p50 = {name: median(values) for name, values in times.items()}
    return WebFigures(
        backend=os.environ["EMBED_BACKEND"],
        chunks=chunks(),
        **p50,
        searches_a_second=rate,
        web_mb=web,
        worker_mb=worker,
        ndcg=ndcg,
    )


def _bare() -> Callable[[str], object]:
    # Not at the top: who only writes the page need not wait for five seconds.
    import torch  # noqa: PLC0415
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    from retrieval.embedders.folders import BUNDLED, folder_of  # noqa: PLC0415

    model = SentenceTransformer(str(folder_of(BUNDLED)), device="cpu")
    torch.set_num_threads(1)
    return lambda text: model.encode(text, show_progress_bar=False)


def _by_turns(
    steps: dict[str, Callable[[str], object]], texts: Sequence[str]
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in steps}
    for text in texts:
        for name, step in steps.items():
            start = time.perf_counter()
            step(text)
            times[name].append((time.perf_counter() - start) * 1000)
    return times


def _rate(port: int, texts: Sequence[str]) -> float:
    """In capitals, which the model reads alike, no question's vector is remembered."""
    shares = [texts[first::CLIENTS] for first in range(CLIENTS)]

    def ask(share: Sequence[str]) -> None:
        get = _getter(port)
        for text in share:
            get(text)

    start = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(ask, shares))
    return len(texts) / (time.perf_counter() - start)


def _getter(port: int) -> Callable[[str], object]:
    """One client, who keeps the connection."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(text: str) -> object:
        link.request("GET", f"/api/v1/search?q={quote(text)}")
        reply = link.getresponse()
        found = json.loads(reply.read())
        if reply.status != http.client.OK or found["degraded"]:
            raise RuntimeError(f"The search failed: {reply.status} {found.get('degraded')}.")
        return found

    return get


@contextmanager
def _serving() -> Iterator[tuple[int, list[psutil.Process]]]:
    """``serve`` as an author starts it, with its web process and its worker."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    serve = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        env={**os.environ, **UNLIMITED, "ARCHIVEBRAIN_PROCESS": "shell"},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield port, _children(serve)
    finally:
        serve.terminate()
        serve.wait()


def _wait_for(port: int) -> None:
    for _ in range(READY_SECONDS * 2):
        try:
            _getter(port)("is it ready")
        except (OSError, RuntimeError, ValueError):
            time.sleep(0.5)
        else:
            return
    raise RuntimeError(f"`serve` did not answer within {READY_SECONDS} seconds.")


def _children(serve: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """The web process and the worker, in this order."""
    children = psutil.Process(serve.pid).children()
    return [
        next(child for child in children if word in child.cmdline())
        for word in ("uvicorn", "celery")
    ]


if __name__ == "__main__":
    main()
