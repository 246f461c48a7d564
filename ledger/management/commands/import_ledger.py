"""Takes the author's ledger in: run it whenever the file has changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.importing import LedgerImport, import_ledger
from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.walking import reason_of


class Command(BaseCommand):
    """``import_ledger``: exits 0 with all in, 1 with every fault named and nothing changed."""

    help = "Import a ledger file; a faulty one is refused whole."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a YAML file of concepts and positions")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"]).expanduser()
        try:
            report = import_ledger(path.read_bytes())
        except OSError as fault:
            raise CommandError(f"{path}: {reason_of(fault)}") from fault
        except FaultyFile as fault:
            faults = "\n".join(f"{path}, {line}" for line in fault.faults)
            raise CommandError(f"{faults}\nNothing was changed.") from fault
        self.stdout.write(_told(report))


def _told(report: LedgerImport) -> str:
    kept = f" Not in the file, kept: {', '.join(report.kept)}." if report.kept else ""
    counts = f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged positions."
    return counts + kept
