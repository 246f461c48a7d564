"""The author's desk for the canary; read only."""

from django.contrib import admin

from archivebrain.models import CanaryRun
from retrieval.desk import ReadOnly


@admin.register(CanaryRun)
class CanaryRunAdmin(ReadOnly, admin.ModelAdmin[CanaryRun]):
    """Does what I withhold stay withheld? An invented draft is tried each day in a brain of
    its own; a run that could not have failed counts as inconclusive."""

    list_display = ("ran_at", "verdict", "attempt_count", "what_failed")
    list_filter = ("verdict",)
    ordering = ("-ran_at", "pk")
    list_per_page = 50
    show_full_result_count = False
    fields = ("ran_at", "verdict", "attempt_count", "what_failed")

    @admin.display(description="what failed")
    def what_failed(self, run: CanaryRun) -> str:
        return "\n".join(run.faults) or "nothing"
