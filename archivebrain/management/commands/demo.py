"""Shows the whole brain on the sample archive, then serves it."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from archivebrain.demonstration import holds_other_essays, is_prepared, prepare, remind
from archivebrain.embedded.brain import this_brain
from archivebrain.embedded.home import EmbeddedError
from archivebrain.preflight import check_external_servers, check_port, take_turn


class Command(BaseCommand):
    """Run this first on a fresh clone; a second run keeps what the first one loaded."""

    help = "Load the sample archive, ask it three questions, then serve it."

    def handle(self, *args: object, **options: Any) -> None:
        try:
            with take_turn(this_brain().home):
                check_port("127.0.0.1", settings.PORT)
            check_external_servers()
            call_command("migrate", verbosity=0, interactive=False)
        except EmbeddedError as fault:
            raise CommandError(str(fault)) from fault
        if is_prepared():
            remind(self.stdout.write)
        elif holds_other_essays():
            raise CommandError(
                f"ARCHIVEBRAIN_HOME={settings.ARCHIVEBRAIN_HOME} holds essays already, and the "
                "sample would be mixed into them. Run `make serve` for those, or give the demo a "
                "home of its own, as in: ARCHIVEBRAIN_HOME=/tmp/demo make demo"
            )
        else:
            prepare(self.stdout.write)
        self.stdout.flush()
        call_command("serve")
