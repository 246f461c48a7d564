"""The author's desk for searches: one as a waterfall, and all of them over days."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone

from retrieval.desk import ReadOnly
from retrieval.models import RetrievalTrace
from retrieval.plots import Plot, plotted
from retrieval.trace_reports import Summary, by_day, by_stage, by_surface
from retrieval.waterfall import lanes_of, passage_rows, stage_rows

PERIODS = (7, 30, 90)
DEFAULT_PERIOD = 30


@admin.register(RetrievalTrace)
class RetrievalTraceAdmin(ReadOnly, admin.ModelAdmin[RetrievalTrace]):
    """Where does the time go, and why did a passage rank where it did? Without any question."""

    list_display = ("made_at", "surface", "outcome", "asked_time", "whole_ms", "best", "without")
    list_filter = ("surface", "outcome", "asked_time", "made_at")
    ordering = ("-made_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("versions", "stages")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.over_time_view)
        return [path("over-time/", view, name="traces_over_time"), *super().get_urls()]

    @admin.display(description="ms", ordering="total_ms")
    def whole_ms(self, trace: RetrievalTrace) -> int:
        return round(trace.total_ms)

    @admin.display(description="best passage")
    def best(self, trace: RetrievalTrace) -> str:
        if not trace.passages:
            return "nothing found"
        first = max(trace.passages, key=lambda one: one["base"] * one["boost"])
        # On one line, or it reads as two figures.
        return f"{first['base']:.2f}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{first['boost']:.2f}"

    @admin.display(ordering="degraded")
    def without(self, trace: RetrievalTrace) -> str:
        """What was down while it was made."""
        return ", ".join(trace.degraded) or "–"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        """One search: its stages over time, and what it found."""
        number = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        self._may_look(request)
        trace = get_object_or_404(RetrievalTrace, pk=number)
        context = {
            "title": f"A search of {timezone.localtime(trace.made_at):%-d %B %Y, %H:%M}",
            "trace": trace,
            "stages": stage_rows(trace),
            "lanes": lanes_of(trace),
            "passages": passage_rows(trace),
        }
        return self._page(request, "trace", context)

    def over_time_view(self, request: HttpRequest) -> HttpResponse:
        """Counts and percentiles, day by day, of all surfaces or one, whole or one stage."""
        self._may_look(request)
        days, today = _period(request.GET.get("days", "")), timezone.localdate()
        since = _start_of(today - timedelta(days=days - 1))
        by_surfaces = by_surface(since)
        surface = _named(request.GET.get("surface", ""), by_surfaces)
        by_stages = by_stage(since, surface=surface)
        stage = _named(request.GET.get("stage", ""), by_stages)
        by_days = by_day(since, surface=surface, stage=stage)
        context = {
            "title": "How searches went, day by day",
            "days": days,
            "periods": PERIODS,
            "surface": surface,
            "stage": stage,
            "times_label": f"How long {stage or 'it'} took",
            "times": _times(by_days, last=today, days=days),
            "counts": _counts(by_days, last=today, days=days),
            "by_day": list(by_days.values())[::-1],
            "by_stage": by_stages,
            "by_surface": by_surfaces,
        }
        return self._page(request, "over_time", context)

    def _may_look(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        whole = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/retrieval/retrievaltrace/{name}.html", whole)


def _period(text: str) -> int:
    return next((days for days in PERIODS if str(days) == text), DEFAULT_PERIOD)


def _named(text: str, known: Sequence[Summary]) -> str:
    """The one of these that an address names; empty, for all of them, where it names none."""
    return next((one.of for one in known if one.of == text), "")


def _start_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _times(summaries: dict[date, Summary], *, last: date, days: int) -> Plot:
    values = {day: (one.p50, one.p95) for day, one in summaries.items()}
    told = {
        day: f"{day:%-d %B}: half within {one.p50:.0f} ms, 95 in 100 within {one.p95:.0f} ms"
        for day, one in summaries.items()
    }
    return plotted(values, last=last, days=days, told=told)


def _counts(summaries: dict[date, Summary], *, last: date, days: int) -> Plot:
    values = {day: (float(one.declined), float(one.count)) for day, one in summaries.items()}
    told = {
        day: f"{day:%-d %B}: {one.count} in all, {one.declined} of {one.asked} questions declined"
        for day, one in summaries.items()
    }
    return plotted(values, last=last, days=days, told=told)
