"""A stack's script as a process that answers in lines of JSON."""

import json
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any, Self, cast

from bench.peers.registry import HERE, Stack

# Of what a stack says while it works only the end is told, and only if it fails.
KEPT_LINES = 40


class StackFailed(Exception):
    """The stack's process ended; the message is the last line it wrote."""


class Process:
    """Started at once; ends with the ``with`` block."""

    def __init__(self, stack: Stack, variables: Mapping[str, str]) -> None:
        self.stack = stack
        self._lines: list[str] = []
        self._process = subprocess.Popen(
            [str(stack.python), str(HERE / "stacks" / f"{stack.script}.py")],
            # One thread each, so that the machine's noise is shared alike.
            env={**os.environ, "OMP_NUM_THREADS": "1", **variables, **stack.variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(BrokenPipeError):
                cast(IO[str], pipe).close()

    def open(self, name: str, texts: Sequence[tuple[str, str]]) -> dict[str, Any]:
        return self._ask({"do": "open", "name": name, "texts": texts})

    def search(self, question: str) -> dict[str, Any]:
        return self._ask({"do": "search", "question": question})

    def throughput(self, questions: Sequence[str], *, threads: int) -> dict[str, Any]:
        return self._ask({"do": "throughput", "questions": questions, "threads": threads})

    def _ask(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Raises ``StackFailed``."""
        given, taken = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)
        try:
            given.write(json.dumps(asked) + "\n")
            given.flush()
            line = taken.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self._process.wait()
            self._listener.join()
            raise StackFailed(self._lines[-1] if self._lines else "it ended without a word")
        told: dict[str, Any] = json.loads(line)
        return told

    def _listen(self) -> None:
        for line in cast(IO[str], self._process.stderr):
            if line.strip():
                self._lines = [*self._lines[1 - KEPT_LINES :], line.strip()]
