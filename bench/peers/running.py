"""Asks every stack the same questions by turns, and keeps what each gave."""

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from bench.collections import Collection, ndcg_at_10
from bench.peers.environments import CannotBeInstalled, Weight, prepare
from bench.peers.process import Process, StackFailed
from bench.peers.registry import STACKS, Stack

THREADS = 8
ASKED_AT_ONCE = 120


@dataclass(slots=True)
class Figures:
    """What one stack gave; ``fault``: why it gave no more.

    ``ndcg``: of each question, by collection. ``ms``: of every question, in the order asked.
    """

    stack: Stack
    weight: Weight | None = None
    ndcg: dict[str, list[float]] = field(default_factory=dict)
    ms: list[float] = field(default_factory=list)
    index_seconds: float = 0.0
    questions_a_second: float = 0.0
    rss_mb: float = 0.0
    fault: str = ""


def compare(collections: Sequence[Collection], variables: Mapping[str, str]) -> list[Figures]:
    """All stacks at once in memory, so that each question meets them all within a second."""
    figures = [Figures(stack) for stack in STACKS]
    with ExitStack() as running:
        processes = [_started(one, variables, running) for one in figures]
        live = [(one, process) for one, process in zip(figures, processes, strict=True) if process]
        for collection in collections:
            _put_through(collection, live)
        _throughput([text.upper() for text in collections[-1].questions.values()], live)
    return figures


def _started(one: Figures, variables: Mapping[str, str], running: ExitStack) -> Process | None:
    try:
        one.weight = prepare(one.stack.environment) if one.stack.environment else None
    except CannotBeInstalled as fault:
        one.fault = f"cannot be installed: {fault}"
        return None
    return running.enter_context(Process(one.stack, variables))


def _put_through(collection: Collection, live: Sequence[tuple[Figures, Process]]) -> None:
    texts = [(key, f"{title}\n{text}") for key, (title, text) in collection.texts.items()]
    for one, process in live:
        _opened(one, process, collection.name, texts)
    for key, question in collection.questions.items():
        for one, process in live:
            _asked(one, process, question, collection.judged[key], collection.name)


def _opened(one: Figures, process: Process, name: str, texts: Sequence[tuple[str, str]]) -> None:
    if one.fault:
        return
    start = time.perf_counter()
    try:
        told = process.open(name, texts)
    except StackFailed as fault:
        one.fault = str(fault)
        return
    one.index_seconds += told["seconds"]
    one.rss_mb = told["rss_mb"]
    sys.stderr.write(f"{time.perf_counter() - start:6.1f} s  {one.stack.name} holds {name}\n")


def _asked(
    one: Figures, process: Process, question: str, judged: Mapping[str, int], name: str
) -> None:
    if one.fault:
        return
    try:
        told = process.search(question)
    except StackFailed as fault:
        one.fault = str(fault)
        return
    one.ms.append(told["ms"])
    if one.stack.is_a_search:
        one.ndcg.setdefault(name, []).append(ndcg_at_10(told["ids"], judged))


def _throughput(questions: Sequence[str], live: Sequence[tuple[Figures, Process]]) -> None:
    """In capitals, which the model reads alike, so that no vector is remembered."""
    for one, process in live:
        if one.fault:
            continue
        try:
            told = process.throughput(questions[:ASKED_AT_ONCE], threads=THREADS)
        except StackFailed as fault:
            one.fault = f"with {THREADS} threads: {fault}"
            continue
        one.questions_a_second = told["qps"]
        one.rss_mb = max(one.rss_mb, told["rss_mb"])
