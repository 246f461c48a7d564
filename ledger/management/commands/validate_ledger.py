"""Checks every stored position against the essays as they are now; part of every deploy."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.validation import LedgerReport, validate


class Command(BaseCommand):
    """``validate_ledger``: exits 0 if the ledger is clean, 1 with every fault listed."""

    help = "Check every position: receipt, essay, dates, links."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        report = validate()
        if options["json"]:
            document = json.dumps(_document(report), indent=2, ensure_ascii=False)
            self.stdout.write(document)
        else:
            self.stdout.write(_told(report))
        if not report.is_clean:
            sys.exit(1)


def _told(report: LedgerReport) -> str:
    if report.is_clean:
        return f"The ledger is clean: {report.checked} positions checked."
    return "\n".join((*report.sentences, f"{report.checked} of {report.stored} positions checked."))


def _document(report: LedgerReport) -> dict[str, Any]:
    return {
        "is_clean": report.is_clean,
        "stored": report.stored,
        "checked": report.checked,
        "faults": [
            {
                "id": fault.key,
                "fault": fault.sentence,
                "receipt": fault.receipt.verdict.value if fault.receipt else None,
                "nearest": fault.receipt.words if fault.receipt else "",
            }
            for fault in report.faults
        ],
    }
