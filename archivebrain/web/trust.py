"""The trust page: what this brain may say, what it was measured at, and what it keeps."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Max, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archivebrain.models import CanaryRun, EvaluationRun
from archivebrain.models.evaluation import HOLDOUT, TUNE
from archivebrain.web.trust_words import told
from gaps.retention import KEPT_DAYS
from ledger.models import Position
from retrieval.models import Essay, GlossaryTerm


@dataclass(frozen=True, slots=True)
class Holding:
    """What the archive holds for readers, counted."""

    essays: int
    first: date | None
    last: date | None
    positions: int
    terms: int


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The last run over each split with every goal, missed ones included, and the canary's."""
    runs = [told(run) for split in (TUNE, HOLDOUT) if (run := _last(split))]
    canary = CanaryRun.objects.order_by("-ran_at", "-pk").first()
    context = {"runs": runs, "canary": canary, "holding": _holding(), "kept_days": KEPT_DAYS}
    return render(request, "trust/page.html", context)


def _last(split: str) -> EvaluationRun | None:
    return EvaluationRun.objects.filter(split=split).order_by("-started_at", "-pk").first()


def _holding() -> Holding:
    dated = Essay.objects.public().aggregate(first=Min("published_on"), last=Max("published_on"))
    return Holding(
        essays=Essay.objects.public().count(),
        first=dated["first"],
        last=dated["last"],
        positions=Position.objects.public().count(),
        terms=GlossaryTerm.objects.count(),
    )
