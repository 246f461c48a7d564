"""What should I write next: the questions that the writing does not answer."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from gaps.models import Gap


@admin.register(Gap)
class GapAdmin(admin.ModelAdmin[Gap]):
    """The log as readers wrote it; rows may be deleted, never edited."""

    list_display = ("question", "reason", "surface", "asked_at")
    list_filter = ("reason", "surface", "asked_at")
    search_fields = ("question",)
    ordering = ("-asked_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
