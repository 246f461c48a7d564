"""Takes the author's glossary in: run it whenever the file has changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.glossary import GlossaryReport, import_glossary
from retrieval.corpus.walking import reason_of


class Command(BaseCommand):
    """``import_glossary``: exits 0 with all in, 1 with every fault named and nothing changed."""

    help = "Import a glossary file; a faulty one is refused whole."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a YAML file that begins with terms:")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"]).expanduser()
        try:
            report = import_glossary(path.read_bytes())
        except OSError as fault:
            raise CommandError(f"{path}: {reason_of(fault)}") from fault
        except FaultyFile as fault:
            faults = "\n".join(f"{path}, {line}" for line in fault.faults)
            raise CommandError(f"{faults}\nNothing was changed.") from fault
        self.stdout.write(_told(report))
        for warning in report.warnings:
            self.stderr.write(f"{path}: {warning}")


def _told(report: GlossaryReport) -> str:
    kept = f" Not in the file, kept: {', '.join(report.kept)}." if report.kept else ""
    return f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged terms.{kept}"
