"""The author's desk for evaluation: cases, runs, and what readers made of answers; read only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join

from archivebrain.evaluation.cases import Split
from archivebrain.evaluation.reports import as_lines
from archivebrain.models import EvaluationRun, Feedback, GoldenCase
from retrieval.desk import ReadOnly


@admin.register(GoldenCase)
class GoldenCaseAdmin(ReadOnly, admin.ModelAdmin[GoldenCase]):
    """Which questions may I look at while I work? The holdout is not among them."""

    list_display = ("case_id", "kind", "expect", "question")
    list_filter = ("kind", "expect")
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


@admin.register(Feedback)
class FeedbackAdmin(ReadOnly, admin.ModelAdmin[Feedback]):
    """Which answers did not serve, and why?"""

    list_display = ("given_at", "verdict", "why", "answer_id")
    list_filter = ("verdict",)
    ordering = ("-given_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    @admin.display(description="reasons")
    def why(self, feedback: Feedback) -> str:
        return ", ".join(feedback.reasons) or "none given"
