"""Takes the golden set in: run it whenever its file has changed."""

from pathlib import Path

from django.utils import timezone

from archivebrain.evaluation.importing import GoldenReport, import_golden
from retrieval.corpus.author_file_command import AuthorFileCommand


class Command(AuthorFileCommand):
    """``import_golden``: the file is the whole set, so a case that left it is removed."""

    help = "Import the golden questions; the file is the whole set. A faulty one is refused."
    holds = "a YAML file that begins with cases:"

    def take_in(self, data: bytes, path: Path) -> None:
        report = import_golden(data, now=timezone.now())
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
