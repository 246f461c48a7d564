"""Runs the whole brain until stopped: servers, web, worker and beat."""

import time
from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from archivebrain.embedded.home import EmbeddedError
from archivebrain.serving import Service, serve


class Command(BaseCommand):
    """Run this on a laptop or a single server; in containers run the parts."""

    help = "Run the whole brain until Ctrl-C: servers, web, worker and beat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--no-worker", action="store_true", help="web only")

    def handle(self, *args: object, host: str, port: int, no_worker: bool, **_: object) -> None:
        started = time.monotonic()

        def say(name: str, line: str) -> None:
            # One write per line, because the children's lines come from threads.
            self.stdout.write(f"[{time.monotonic() - started:6.2f} s] {name:8} {line}\n")
            self.stdout.flush()

        try:
            serve(Service(host, port, has_worker=not no_worker), say=say)
        except EmbeddedError as fault:
            raise CommandError(str(fault)) from fault
