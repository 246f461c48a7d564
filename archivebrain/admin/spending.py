"""The author's desk for what models cost: day by day, and call by call; read only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from archivebrain.answering.budget import budget, spent
from archivebrain.models import ModelCall
from retrieval.desk import ReadOnly
from retrieval.plots import Plot, plotted

DAYS = 30
# Below a dollar a day a plot is drawn in cents, or it would be a line on the ground.
CENTS, DOLLARS = (100, " ¢"), (1, " $")


@dataclass(frozen=True, slots=True)
class Part:
    """How much of a budget is gone, in US dollars; ``most`` None where there is none."""

    name: str
    gone: Decimal
    most: Decimal | None


@admin.register(ModelCall)
class SpendingAdmin(ReadOnly, admin.ModelAdmin[ModelCall]):
    """What do the answers cost?"""

    list_display = ("called_at", "purpose", "model", "cost", "input_tokens", "output_tokens")
    list_filter = ("purpose", "provider", "model")
    ordering = ("-called_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    @admin.display(description="dollars", ordering="cost_usd")
    def cost(self, call: ModelCall) -> str:
        if call.cost_usd is None:
            return "price not known"
        return f"{call.cost_usd:.4f}" if call.is_settled else f"at most {call.cost_usd:.4f}"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The days above, with their plot, and the calls below."""
        today = timezone.localdate()
        days = ModelCall.objects.by_day(since=today - timedelta(days=DAYS - 1))
        factor, unit = unit_for(days)
        context = {
            "days": days,
            "budget": budget_parts(today),
            "plot": plot_of(days, last=today, factor=factor),
            "plot_unit": unit,
            "plot_days": DAYS,
        }
        return super().changelist_view(request, {**(extra_context or {}), **context})


def budget_parts(today: date) -> tuple[Part, Part]:
    gone, most = spent(today), budget()
    return Part("This month", gone.month, most.month), Part("Today", gone.day, most.of_a_day)


def unit_for(days: Sequence[dict[str, Any]]) -> tuple[int, str]:
    return CENTS if all(one["dollars"] < 1 for one in days) else DOLLARS


def plot_of(days: Sequence[dict[str, Any]], *, last: date, factor: int) -> Plot:
    """For readers in front of all."""
    values = {
        one["day"]: (float(one["for_readers"] * factor), float(one["dollars"] * factor))
        for one in days
    }
    told = {
        one["day"]: f"{one['day']:%-d %B %Y}: {one['dollars']:.4f} dollars, {one['count']} calls"
        for one in days
    }
    return plotted(values, last=last, days=DAYS, told=told)
