"""Shows how far a command has come, without a word on standard output."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Bar(AbstractContextManager["Bar"]):
    """A progress bar on standard error, where that is a terminal."""

    def __init__(self, stage: str) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.bar = Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
        self.shown = self.bar if console.is_terminal else nullcontext()
        self.task = self.bar.add_task(stage, total=None)

    def __enter__(self) -> "Bar":
        self.shown.__enter__()
        return self

    def __exit__(self, *fault: Any) -> None:
        self.shown.__exit__(*fault)

    def tell(self, stage: str, done: int, total: int) -> None:
        """``total`` 0: how much there is becomes clear on the way."""
        self.bar.update(self.task, description=stage, completed=done, total=total or None)
