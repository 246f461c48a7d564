"""Asks every address of every public essay whether it still shows what we hold."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from retrieval.corpus.verifying import State, as_json, as_lines, verify_publications
from retrieval.fetching import client_of_settings
from retrieval.management.bar import Bar


class Command(BaseCommand):
    """``verify_publications``: exits 0 where all is as we hold it, else 1; changes nothing."""

    help = "Compare the live pages of public essays with what is held, and change nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        with Bar("Asking") as bar:
            findings = verify_publications(client_of_settings(), progress=bar.tell)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(findings), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(as_lines(findings)))
        if any(finding.state is not State.OK for finding in findings):
            sys.exit(1)
