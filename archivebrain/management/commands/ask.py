"""Asks the archive a question in the terminal."""

import argparse
import json
import sys
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from archivebrain.answering.engine import ask
from archivebrain.answering.lines import in_lines
from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Question, QuestionFault, Status
from archivebrain.providers import ProviderUnusable, get_provider

DECLINED = 3


class Command(BaseCommand):
    """Exits 0 when answered, 3 when declined, 1 when it failed."""

    help = "Ask the archive a question, to see what a reader would be told."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "question", nargs="+", metavar="QUESTION", help="with or without quotation marks"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument(
            "--as-of", type=_day, metavar="DATE", help="only what was published by then"
        )
        parser.add_argument(
            "--provider", choices=settings.ANSWER_PROVIDERS, help="who writes the answer"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        question = Question(text=" ".join(options["question"]), as_of=options["as_of"])
        try:
            provider = get_provider(options["provider"]) if options["provider"] else None
            answer = ask(question, provider=provider)
        except (QuestionFault, ProviderUnusable) as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(
            json.dumps(payload_of(answer), ensure_ascii=False, indent=2)
            if options["json"]
            else in_lines(answer)
        )
        if answer.status is Status.DECLINED:
            sys.exit(DECLINED)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date; write it as 2021-06-30.") from None
