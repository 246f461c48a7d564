"""Celery shells of the ledger: the nightly revalidation."""

import logging

from celery import shared_task

from ledger import revalidation

log = logging.getLogger(__name__)


@shared_task(name="ledger.tasks.revalidate")
def revalidate() -> None:
    report = revalidation.revalidate()
    if not report.is_clean:
        log.warning("The ledger has %d faults; run validate_ledger.", len(report.sentences))
