"""The first visit: the sample archive loaded, three questions asked, an account made."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command

from retrieval.models import Essay

SAMPLE = Path(__file__).resolve().parent / "sample"
ACCOUNT = "author"
# What each file of the sample is loaded by, in the order in which they build on another.
IMPORTS = {
    "import_essays": "essays",
    "import_glossary": "glossary.yaml",
    "import_ledger": "ledger.yaml",
    "import_links": "links.yaml",
    "import_golden": "golden.yaml",
}
QUESTIONS = {
    "Why is a library more than its loans?": "answered with its sources",
    "What does the author think of electric bikes?": "on this the author changed their mind",
    "How do I repot an orchid?": "not covered, so declined",
}

Write = Callable[[str], object]


def is_prepared() -> bool:
    """Whether an earlier run came to its end: the account is the last thing it makes."""
    return User.objects.filter(username=ACCOUNT).exists()


def holds_other_essays() -> bool:
    """Whether the brain holds what is not the sample's: an author's own, which stays alone."""
    return Essay.objects.exclude(source_root=str(SAMPLE / "essays")).exists()


def prepare(write: Write) -> None:
    """Load the sample and show what the brain does; safe to repeat after an interruption."""
    load_sample(write)
    ask_questions(write)
    make_account(write)


def load_sample(write: Write) -> None:
    for command, name in IMPORTS.items():
        write(f"\nLoading {name}")
        call_command(command, str(SAMPLE / name))
    write("\nChecking the ledger")
    call_command("validate_ledger")


def ask_questions(write: Write) -> None:
    for question, purpose in QUESTIONS.items():
        write(f"\n> {question}  ({purpose})")
        # The command's exit code tells an answer from a refusal; both are right here.
        with suppress(SystemExit):
            call_command("ask", question)


def make_account(write: Write) -> None:
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(ACCOUNT, password=password)
    write(
        f"\nThe desk at /admin/ opens with the name {ACCOUNT} and the password {password} "
        "(shown this once)."
    )


def remind(write: Write) -> None:
    write(
        f"The brain in {settings.ARCHIVEBRAIN_HOME} is served as an earlier run left it. A new "
        f"password for /admin/: .venv/bin/python manage.py changepassword {ACCOUNT}"
    )
