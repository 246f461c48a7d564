"""Records what is wrong with the ledger now: an edited essay can break an old receipt."""

from django.db import transaction

from ledger.models import Finding, Position
from ledger.validation import LedgerReport, validate


def revalidate() -> LedgerReport:
    """Validate, and keep one finding for each fault; what was mended goes. No row is touched."""
    report = validate()
    ids = dict(Position.objects.values_list("key", "pk"))
    with transaction.atomic():
        known = {
            (finding.position_id, finding.fault): finding
            for finding in Finding.objects.select_for_update()
        }
        for fault in report.faults:
            nearest = fault.receipt.words if fault.receipt else ""
            # A fault that was known already keeps the day on which it was found.
            if not known.pop((ids[fault.key], fault.sentence), None):
                Finding.objects.create(
                    position_id=ids[fault.key], fault=fault.sentence, nearest=nearest
                )
        Finding.objects.filter(pk__in=[finding.pk for finding in known.values()]).delete()
    return report
