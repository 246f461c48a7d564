"""Takes the golden set in: run it whenever its file has changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from archivebrain.evaluation.importing import GoldenReport, import_golden
from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.walking import reason_of


class Command(BaseCommand):
    """``import_golden``: exits 0 with all in, 1 with every fault named and nothing changed."""

    help = "Import the golden questions; the file is the whole set. A faulty one is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a YAML file that begins with cases:")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"]).expanduser()
        try:
            report = import_golden(path.read_bytes(), now=timezone.now())
        except OSError as fault:
            raise CommandError(f"{path}: {reason_of(fault)}") from fault
        except FaultyFile as fault:
            faults = "\n".join(f"{path}, {line}" for line in fault.faults)
            raise CommandError(f"{faults}\nNothing was changed.") from fault
        self.stdout.write(_told(report))
        for warning in report.warnings:
            self.stderr.write(f"{path}: {warning}")
        if report.alarm:
            self.stderr.write(self.style.ERROR(report.alarm))


def _told(report: GoldenReport) -> str:
    return (
        f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged, "
        f"{report.removed} removed cases; {report.holdout_count} are kept apart as holdout."
    )
