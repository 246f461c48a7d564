"""What every command has in common that takes in a file which the author keeps by hand."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.sources import reason_of


class AuthorFileCommand(BaseCommand):
    """Exits 0 with all in, 1 with every fault named by its line and nothing changed."""

    holds = "a YAML file"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help=self.holds)

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"]).expanduser()
        try:
            self.take_in(path.read_bytes(), path)
        except OSError as fault:
            raise CommandError(f"{path}: {reason_of(fault)}") from fault
        except FaultyFile as fault:
            faults = "\n".join(f"{path}, {line}" for line in fault.faults)
            raise CommandError(f"{faults}\nNothing was changed.") from fault

    def take_in(self, data: bytes, path: Path) -> None:
        """Import the file's content and say what came of it, or raise ``FaultyFile``."""
        raise NotImplementedError
