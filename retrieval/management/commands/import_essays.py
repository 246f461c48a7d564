"""Takes essays in: run it whenever the writing has changed; unchanged files cost nothing."""

import json
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from retrieval.corpus.formats import AUTO, FORMATS
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import as_json, as_lines
from retrieval.corpus.runs import note_import
from retrieval.management.bar import Bar
from retrieval.types import Visibility


class Command(BaseCommand):
    """``import_essays``: exits 0 with all in, 1 with some refused, 2 with nothing read."""

    help = "Import what files, folders, zips and addresses hold, and index what changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sources", nargs="+", metavar="SOURCE", help="file, folder, zip or address"
        )
        parser.add_argument(
            "--format", choices=[AUTO, *(one.name for one in FORMATS)], default=AUTO
        )
        parser.add_argument(
            "--visibility",
            choices=[word.value for word in Visibility if word is not Visibility.PRIVATE],
            default=Visibility.PUBLIC.value,
            help="the most open visibility that anything here may get",
        )
        parser.add_argument("--dry-run", action="store_true", help="print the plan, change nothing")
        parser.add_argument("--prune", action="store_true", help="delete essays whose file is gone")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        wishes = ImportOptions(
            now=timezone.now(),
            ceiling=Visibility(options["visibility"]),
            is_dry_run=options["dry_run"],
            prune=options["prune"],
            format=options["format"],
            author=settings.ARCHIVEBRAIN_AUTHOR,
        )
        with Bar("Reading") as bar:
            report = import_sources(options["sources"], options=wishes, progress=bar.tell)
        note_import(report, sources=options["sources"], options=wishes, by="a command")
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(as_lines(report)))
        if report.exit_code:
            sys.exit(report.exit_code)
