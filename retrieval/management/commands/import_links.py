"""Takes the author's links and claims in: run it whenever the file has changed."""

from pathlib import Path

from retrieval.corpus.author_file_command import AuthorFileCommand
from retrieval.corpus.curation import LinksReport, import_links


class Command(AuthorFileCommand):
    """``import_links``: the file is the whole set, and the graph is made anew from it."""

    help = "Import a file of links and claims; a faulty one is refused whole."
    holds = "a YAML file of links: and claims:"

    def take_in(self, data: bytes, path: Path) -> None:
        self.stdout.write(_told(import_links(data)))


def _told(report: LinksReport) -> str:
    graph = f"The graph has {report.nodes} nodes and {report.edges} edges."
    return f"{report.links} links, {report.claims} claims. {graph}"
