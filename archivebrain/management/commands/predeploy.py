"""Says whether this brain may be deployed: run it as a blocking step of every deploy."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from archivebrain.evaluation.predeploy import CHECKS, Finding, findings


class Command(BaseCommand):
    """``predeploy``: exits 0 if nothing was found, 1 with every finding."""

    # They are the first of the checks, so that what they find stands in the list.
    requires_system_checks: list[str] = []
    help = "Check settings, migrations, windows (the index), ledger, canary and golden questions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        found = findings(begun=lambda name: self.stderr.write(f"Checking {name} …"))
        self.stdout.write(_as_json(found) if options["json"] else _as_lines(found))
        if found:
            sys.exit(1)


def _as_json(found: Sequence[Finding]) -> str:
    document = {
        "clear": not found,
        "checks": [name for name, _ in CHECKS],
        "findings": [{"check": one.check, "sentence": one.sentence} for one in found],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def _as_lines(found: Sequence[Finding]) -> str:
    if not found:
        return f"Clear to deploy: {', '.join(name for name, _ in CHECKS)} found nothing."
    lines = [f"{one.check}: {one.sentence}" for one in found]
    return "\n".join((*lines, f"{len(found)} findings. Not clear to deploy."))
