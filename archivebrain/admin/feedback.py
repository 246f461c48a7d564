"""The author's desk for what readers made of answers: what they kept of them."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.html import format_html_join

from archivebrain.models import KeptAnswer
from archivebrain.models.kept import State
from retrieval.desk import ReadOnly


@admin.register(KeptAnswer)
class KeptAnswerAdmin(ReadOnly, admin.ModelAdmin[KeptAnswer]):
    """Which answers do readers keep, and which of them no longer stand?"""

    list_display = ("question", "kept_at", "not_standing")
    ordering = ("-kept_at", "pk")
    list_per_page = 50
    show_full_result_count = False
    fields = ("question", "searched_for", "told", "sources", "kept_at", "verified_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever runs a site must be able to take something off it."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_queryset(self, request: HttpRequest) -> Any:
        changed = Count("evidence", filter=~Q(evidence__state=State.STANDS.value))
        return super().get_queryset(request).annotate(changed_count=changed)

    @admin.display(description="sources that changed", ordering="changed_count")
    def not_standing(self, kept: Any) -> int:
        return int(kept.changed_count)

    @admin.display(description="answer")
    def told(self, kept: KeptAnswer) -> str:
        return format_html_join("", "<p>{}</p>", ((one["text"],) for one in kept.sentences))

    @admin.display(description="evidence")
    def sources(self, kept: KeptAnswer) -> str:
        lines = ((one.n, one.state, one.title, one.quote) for one in kept.evidence.all())
        return format_html_join("", "<div>[{}] {}: {} “{}”</div>", lines)
