"""Brings the index up to date: only what changed, or with --all everything anew."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.embedders import EmbedderUnavailable
from retrieval.generations import get_embedder, waiting_model
from retrieval.hnsw import keep_up
from retrieval.indexing import IndexReport, IndexStep, essays_behind, index_essays
from retrieval.management.bar import Bar
from retrieval.models import Essay


class Command(BaseCommand):
    """``index``: progress on standard error, one line of counts on standard output."""

    help = "Cut and embed what changed; with --all, every essay again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="embed every essay again")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = _index(afresh=options["all"])
            keep_up(get_embedder())
        except EmbedderUnavailable as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(_counts(report))
        if waits := waiting_model():
            self.stderr.write(waits)
        for slug, sentence in report.faults:
            self.stderr.write(f"{slug}: {sentence}")


def _index(*, afresh: bool) -> IndexReport:
    everything = Essay.objects.order_by("pk").values_list("pk", flat=True)
    wanted = list(everything) if afresh else essays_behind()
    with Bar("Indexing") as bar:

        def tell(step: IndexStep) -> None:
            bar.tell("Indexing", step.done, step.total)

        return index_essays(wanted, report=tell, afresh=afresh)


def _counts(report: IndexReport) -> str:
    return (
        f"{report.essays} essays indexed: {report.embedded} chunks embedded, "
        f"{report.kept} unchanged, {report.deleted} removed."
    )
