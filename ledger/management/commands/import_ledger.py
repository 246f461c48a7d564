"""Takes the author's ledger in: run it whenever the file has changed."""

from pathlib import Path

from ledger.importing import LedgerImport, import_ledger
from retrieval.corpus.author_file_command import AuthorFileCommand


class Command(AuthorFileCommand):
    """``import_ledger``: a row that left the file is kept, and named."""

    help = "Import a ledger file; a faulty one is refused whole."
    holds = "a YAML file of concepts and positions"

    def take_in(self, data: bytes, path: Path) -> None:
        self.stdout.write(_told(import_ledger(data)))


def _told(report: LedgerImport) -> str:
    kept = f" Not in the file, kept: {', '.join(report.kept)}." if report.kept else ""
    counts = f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged positions."
    return counts + kept
