"""Asks the golden questions: run it before a change of prompts, retrieval or model ships."""

import json
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from archivebrain.evaluation.cases import Split
from archivebrain.evaluation.comparing import Comparison, compare
from archivebrain.evaluation.reports import as_json, as_lines, figures_of
from archivebrain.evaluation.runner import EmptySplit, evaluate
from archivebrain.models import EvaluationRun
from archivebrain.providers import ProviderUnusable, get_provider
from archivebrain.providers.base import Provider
from retrieval.management.bar import Bar


class Command(BaseCommand):
    """``evaluate``: exits 0 with every gate clear, 1 if one is not or the split is empty."""

    help = "Ask the golden questions and hold the answers against the gates."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--split",
            choices=[split.value for split in Split],
            default=Split.TUNE.value,
            help="holdout only to decide whether a change ships: each reading is counted",
        )
        parser.add_argument(
            "--provider", choices=settings.ANSWER_PROVIDERS, help="who writes the answers"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument("--compare", type=int, metavar="RUN", help="an earlier run's number")

    def handle(self, *args: Any, **options: Any) -> None:
        split = Split(options["split"])
        earlier = _earlier(options["compare"], split)
        try:
            run = _run(split, get_provider(options["provider"]))
        except (EmptySplit, ProviderUnusable) as fault:
            if options["json"]:
                nothing = {"run": None, "split": split.value, "clear": False, "detail": str(fault)}
                self.stdout.write(json.dumps(nothing, ensure_ascii=False, indent=2))
            raise CommandError(str(fault)) from fault
        self.stdout.write(_told(run, earlier, is_json=options["json"]))
        if not run.is_clear:
            sys.exit(1)


def _earlier(number: int | None, split: Split) -> EvaluationRun | None:
    """Looked up first: a wrong number should not cost a whole run, or a reading."""
    if number is None:
        return None
    run = EvaluationRun.objects.filter(pk=number).first()
    if run is None:
        raise CommandError(f"There is no run {number}. The runs are listed at /admin/.")
    if run.split != split:
        raise CommandError(f"Run {number} is of the split {run.split}: compare like with like.")
    return run


def _run(split: Split, provider: Provider) -> EvaluationRun:
    with Bar("Asking") as bar:
        return evaluate(
            split,
            provider=provider,
            now=timezone.now(),
            progress=lambda done, total: bar.tell("Asking", done, total),
        )


def _told(run: EvaluationRun, earlier: EvaluationRun | None, *, is_json: bool) -> str:
    comparison: Comparison | None = None
    if earlier:
        comparison = compare(figures_of(earlier), figures_of(run))
    if is_json:
        return json.dumps(as_json(run, comparison), ensure_ascii=False, indent=2)
    return "\n".join(as_lines(run, comparison))
