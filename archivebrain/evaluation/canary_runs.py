"""Runs the canary, and keeps what came of it where the author and readers can see it."""

import logging
import subprocess
import sys
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from archivebrain.evaluation.canary import Trial, try_canary
from archivebrain.evaluation.throwaway import throwaway_brain
from archivebrain.models import CanaryRun

EVERY = timedelta(days=1)
# Twenty times what a run takes; whatever hangs longer proves nothing.
PATIENCE_SECONDS = 900
COMMAND = (sys.executable, "manage.py", "canary", "--json")

log = logging.getLogger(__name__)


def run_canary() -> Trial:
    """One trial in a database of its own; its result is kept in this brain's own, afterwards."""
    with throwaway_brain():
        trial = try_canary()
    keep(trial, now=timezone.now())
    return trial


def keep(trial: Trial, *, now: datetime) -> None:
    """The result for the desk and the trust page; a brain without its tables does without."""
    try:
        with transaction.atomic():
            CanaryRun.objects.create(
                ran_at=now,
                verdict=trial.verdict.value,
                attempt_count=len(trial.checks),
                faults=faults_of(trial),
            )
    except DatabaseError as fault:
        log.warning("The canary's result was not kept: %s", type(fault).__name__)


def faults_of(trial: Trial) -> list[str]:
    """What is amiss: controls that failed, then checks that leaked or are void."""
    told = list(trial.control)
    for check in trial.checks:
        if check.traces or check.fault:
            state = "on" if check.is_background_on else "off"
            found = check.fault or f"gave away {', '.join(check.traces)}"
            told.append(f"{check.where}, background {state}, {check.what!r}: {found}")
    return told


def is_due(*, now: datetime) -> bool:
    return not CanaryRun.objects.filter(ran_at__gt=now - EVERY).exists()


def run_if_due(*, now: datetime) -> None:
    """In a process of its own, because a trial leads its process to another database.

    A run that breaks off is kept as inconclusive: that nothing was proved must be seen.
    """
    if not is_due(now=now):
        return
    try:
        subprocess.run(
            COMMAND,
            cwd=settings.BASE_DIR,
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        log.error("The canary did not end within %d seconds.", PATIENCE_SECONDS)
    if is_due(now=now):
        keep(Trial(("The run broke off.",), ()), now=now)
