"""Tries to drag a withheld essay out of this release: run it before a deploy."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from archivebrain.evaluation.canary import Trial, Verdict
from archivebrain.evaluation.canary_runs import faults_of, run_canary

EXIT_CODES = {Verdict.WITHHELD: 0, Verdict.LEAKED: 1, Verdict.INCONCLUSIVE: 2}
SAID = {
    Verdict.WITHHELD: "Withheld: {count} attempts, and nothing of the canary came out.",
    Verdict.LEAKED: "Leaked: the canary came out.",
    Verdict.INCONCLUSIVE: "Inconclusive: the attempts prove nothing.",
}


class Command(BaseCommand):
    """``canary``: exits 0 withheld, 1 leaked, 2 inconclusive."""

    help = "Seed a withheld essay in a throwaway database, and try to drag it out."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        trial = run_canary()
        told = as_json(trial) if options["json"] else "\n".join(as_lines(trial))
        self.stdout.write(told)
        if EXIT_CODES[trial.verdict]:
            sys.exit(EXIT_CODES[trial.verdict])


def as_json(trial: Trial) -> str:
    document = {
        "verdict": trial.verdict.value,
        "control": {"passed": not trial.control, "faults": list(trial.control)},
        "checks": [{**asdict(check), "leaked": bool(check.traces)} for check in trial.checks],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def as_lines(trial: Trial) -> list[str]:
    return [SAID[trial.verdict].format(count=len(trial.checks)), *faults_of(trial)]
