"""Takes the author's links and claims in: run it whenever the file has changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.curation import LinksReport, import_links
from retrieval.corpus.walking import reason_of


class Command(BaseCommand):
    """``import_links``: exits 0 with all in, 1 with every fault named and nothing changed."""

    help = "Import a file of links and claims; a faulty one is refused whole."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a YAML file of links: and claims:")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"]).expanduser()
        try:
            report = import_links(path.read_bytes())
        except OSError as fault:
            raise CommandError(f"{path}: {reason_of(fault)}") from fault
        except FaultyFile as fault:
            faults = "\n".join(f"{path}, {line}" for line in fault.faults)
            raise CommandError(f"{faults}\nNothing was changed.") from fault
        self.stdout.write(_told(report))


def _told(report: LinksReport) -> str:
    graph = f"The graph has {report.nodes} nodes and {report.edges} edges."
    return f"{report.links} links, {report.claims} claims. {graph}"
