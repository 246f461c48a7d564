"""The author's desk for evaluation: cases and runs; read only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join

from archivebrain.evaluation.cases import Split
from archivebrain.evaluation.reports import as_lines
from archivebrain.models import EvaluationRun, GoldenCase
from retrieval.desk import ReadOnly


@admin.register(GoldenCase)
class GoldenCaseAdmin(ReadOnly, admin.ModelAdmin[GoldenCase]):
    """Which questions may I look at while I work? The holdout is not among them."""

    list_display = ("case_id", "kind", "expect", "question", "origin")
    list_filter = ("kind", "expect", "origin")
    search_fields = ("case_id", "question")
    ordering = ("case_id",)
    list_per_page = 100
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(split=Split.TUNE.value)


@admin.register(EvaluationRun)
class EvaluationRunAdmin(ReadOnly, admin.ModelAdmin[EvaluationRun]):
    """Did the last change make the answers better or worse?"""

    list_display = ("started_at", "split", "provider", "is_clear", "case_count", "failed")
    list_filter = ("split", "provider", "is_clear")
    ordering = ("-started_at", "pk")
    list_per_page = 50
    show_full_result_count = False
    fields = ("started_at", "took_seconds", "split", "provider", "is_clear", "report", "versions")

    @admin.display(description="gates not clear")
    def failed(self, run: EvaluationRun) -> str:
        return ", ".join(gate["name"] for gate in run.gates if not gate["is_clear"]) or "none"

    @admin.display(description="what it came to")
    def report(self, run: EvaluationRun) -> str:
        return format_html_join("", "<div>{}</div>", ((line,) for line in as_lines(run)))
