"""A signed delivery of one essay, or of its withdrawal: carried out once, whoever repeats it."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, Values, body_of
from archivebrain.api.describing import described
from archivebrain.api.problems import FieldFault, Kind, Problem, Refused
from archivebrain.api.requests import PublishRequest
from archivebrain.api.shapes import PublishOutcome
from archivebrain.api.signatures import NotSigned, Signed, check
from archivebrain.models import Delivery
from retrieval.corpus.delivering import NotWithdrawable, take_in, withdraw
from retrieval.corpus.planning import Action
from retrieval.corpus.reports import ImportReport

# One essay with its marks escaped; Django reads no longer body into memory.
MAX_DELIVERY_BYTES = 2_500_000
# Longer than any sender tries again.
KEPT = timedelta(days=30)
SWITCHED_OFF = "Nothing can be published here by a delivery: PUBLISH_SECRET is not set."
REPLAYED = "This very delivery was received before. Sign it again to learn what came of it."
PUBLISHED = "essay.published"


class Publish(ApiView):
    """Takes in one file of Markdown or HTML with front matter, or withdraws one essay."""

    max_body_bytes = MAX_DELIVERY_BYTES

    @described(PublishOutcome, summary="Publish or withdraw an essay", body=PublishRequest)
    def post(self, request: Request) -> Response:
        signed = _signed(request)
        wanted = body_of(request, PublishRequest)
        return Response(_once(signed, wanted))


def _signed(request: Request) -> Signed:
    secret = settings.PUBLISH_SECRET
    if not secret:
        raise Refused(Problem(Kind.MISSING, SWITCHED_OFF))
    try:
        return check(request.headers, request.body, secret=secret, now=timezone.now())
    except NotSigned as fault:
        raise Refused(Problem(Kind.UNAUTHORISED, str(fault))) from fault


def _once(signed: Signed, wanted: Values) -> dict[str, Any]:
    """A retry is told what came of the first try; a replay, signed at the same time, nothing."""
    known = Delivery.objects.filter(delivery_id=signed.delivery_id).first()
    if known and known.sent_at >= signed.sent_at:
        raise Refused(Problem(Kind.CONFLICT, REPLAYED))
    if known:
        Delivery.objects.filter(pk=known.pk).update(sent_at=signed.sent_at)
        return dict(known.outcome)
    outcome = _carried_out(wanted)
    # Two at once did the same import twice, which changes nothing; the first is kept.
    Delivery.objects.bulk_create(
        [Delivery(delivery_id=signed.delivery_id, sent_at=signed.sent_at, outcome=outcome)],
        ignore_conflicts=True,
    )
    Delivery.objects.filter(received_at__lt=timezone.now() - KEPT).delete()
    return outcome


def _carried_out(wanted: Values) -> dict[str, Any]:
    data, now = wanted["data"], timezone.now()
    if wanted["type"] == PUBLISHED:
        key = "html" if "html" in data else "markdown"
        return _outcome(take_in(data["path"], data[key], now=now), f"data.{key}")
    try:
        return _outcome(withdraw(data["slug"], now=now), "data.slug")
    except NotWithdrawable as fault:
        raise serializers.ValidationError({"data": {"slug": str(fault)}}) from fault


def _outcome(report: ImportReport, field: str) -> dict[str, Any]:
    """What became of the one essay; raises ``Refused`` where it could not be taken in."""
    for refusal in report.refusals:
        line = f"line {refusal.line}: " if refusal.line else ""
        reason = f"{line}{refusal.reason}"
        raise Refused(Problem(Kind.INVALID, reason, (FieldFault(field, reason),)))
    if not report.steps and report.faults:
        raise Refused(Problem(Kind.UNAVAILABLE, report.faults[0], headers={"Retry-After": "60"}))
    told = [*report.faults, *(skip.reason for skip in report.skips)]
    told += [f"it is another place of {copy.slug!r}." for copy in report.copies]
    if not report.steps and report.copies:
        action = Action.UNCHANGED if report.copies[0].is_known else Action.CHANGED
        slug = report.copies[0].slug
        return {"outcome": action.value, "slug": slug, "visibility": None, "warnings": told}
    if not report.steps:
        return {"outcome": "unchanged", "slug": None, "visibility": None, "warnings": told}
    step = report.steps[0]
    return {
        "outcome": step.action.value,
        "slug": step.slug,
        "visibility": step.columns["visibility"],
        "warnings": [*step.warnings, *told],
    }
