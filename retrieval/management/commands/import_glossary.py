"""Takes the author's glossary in: run it whenever the file has changed."""

from pathlib import Path

from retrieval.corpus.author_file_command import AuthorFileCommand
from retrieval.corpus.glossary import GlossaryReport, import_glossary


class Command(AuthorFileCommand):
    """``import_glossary``: a term that left the file is kept, and named."""

    help = "Import a glossary file; a faulty one is refused whole."
    holds = "a YAML file that begins with terms:"

    def take_in(self, data: bytes, path: Path) -> None:
        report = import_glossary(data)
        self.stdout.write(_told(report))
        for warning in report.warnings:
            self.stderr.write(f"{path}: {warning}")


def _told(report: GlossaryReport) -> str:
    kept = f" Not in the file, kept: {', '.join(report.kept)}." if report.kept else ""
    return f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged terms.{kept}"
