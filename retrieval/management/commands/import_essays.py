"""Takes essays in: run it whenever the writing has changed; unchanged files cost nothing."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as ProgressBar

from retrieval.corpus.formats import AUTO, FORMATS
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import as_json, as_lines
from retrieval.corpus.runs import note_import
from retrieval.types import Visibility


class Command(BaseCommand):
    """``import_essays``: exits 0 with all in, 1 with some refused, 2 with nothing read."""

    help = "Import what files, folders, zips and addresses hold, and index what changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sources", nargs="+", metavar="SOURCE", help="file, folder, zip or address"
        )
        parser.add_argument(
            "--format", choices=[AUTO, *(one.name for one in FORMATS)], default=AUTO
        )
        parser.add_argument(
            "--visibility",
            choices=[word.value for word in Visibility if word is not Visibility.PRIVATE],
            default=Visibility.PUBLIC.value,
            help="the most open visibility that anything here may get",
        )
        parser.add_argument("--dry-run", action="store_true", help="print the plan, change nothing")
        parser.add_argument("--prune", action="store_true", help="delete essays whose file is gone")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        wishes = ImportOptions(
            now=timezone.now(),
            ceiling=Visibility(options["visibility"]),
            is_dry_run=options["dry_run"],
            prune=options["prune"],
            format=options["format"],
            author=settings.ARCHIVEBRAIN_AUTHOR,
        )
        with _Bar() as bar:
            report = import_sources(options["sources"], options=wishes, progress=bar.tell)
        note_import(report, sources=options["sources"], options=wishes, by="a command")
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(as_lines(report)))
        if report.exit_code:
            sys.exit(report.exit_code)


class _Bar(AbstractContextManager["_Bar"]):
    """A progress bar on standard error, where that is a terminal."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.bar = ProgressBar(*columns, console=console, transient=True)
        self.shown = self.bar if console.is_terminal else nullcontext()
        self.task = self.bar.add_task("Reading", total=None)

    def __enter__(self) -> "_Bar":
        self.shown.__enter__()
        return self

    def __exit__(self, *fault: Any) -> None:
        self.shown.__exit__(*fault)

    def tell(self, stage: str, done: int, total: int) -> None:
        """``total`` 0: how much there is becomes clear on the way."""
        self.bar.update(self.task, description=stage, completed=done, total=total or None)
