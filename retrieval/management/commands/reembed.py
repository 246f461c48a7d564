"""Makes new vectors with another model while answers go on, then lets them go live at once."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.embedders import EmbedderUnavailable
from retrieval.management.bar import Bar
from retrieval.reembedding import PREPARING, AnotherRun, ReembedReport, ReembedStep, reembed


class Command(BaseCommand):
    """``reembed``: progress on standard error, one line of counts on standard output."""

    help = "Embed every essay with another model; run it after a change of EMBEDDING_MODEL."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--model",
            default=settings.EMBEDDING_MODEL,
            help="a sentence-transformers name or folder; EMBEDDING_MODEL if not given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = _reembed(options["model"])
        except (AnotherRun, EmbedderUnavailable) as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(_counts(report))
        for slug, sentence in report.faults:
            self.stderr.write(f"{slug}: {sentence}")


def _reembed(model: str) -> ReembedReport:
    with Bar(PREPARING) as bar:

        def tell(step: ReembedStep) -> None:
            bar.tell(step.stage, step.done, step.total)

        return reembed(model, tell=tell)


def _counts(report: ReembedReport) -> str:
    if not report.is_new:
        return f"The archive's vectors are those of {report.model} already."
    kept = f", {report.kept} kept from a run that was broken off" if report.kept else ""
    return (
        f"{report.essays} essays answer by {report.model} now: "
        f"{report.embedded} chunks embedded{kept}."
    )
