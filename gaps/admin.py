"""What should I write next: the questions that the writing does not answer."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.text import Truncator

from gaps.models import Gap

# A question may have 2,000 characters; a list shows what tells it from the others.
OPENING_CHARACTERS = 100


@admin.register(Gap)
class GapAdmin(admin.ModelAdmin[Gap]):
    """The log as readers wrote it; rows may be deleted, never edited."""

    list_display = ("opening", "reason", "surface", "asked_at")
    list_filter = ("reason", "surface", "asked_at")
    search_fields = ("question",)
    ordering = ("-asked_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    @admin.display(description="question", ordering="question")
    def opening(self, gap: Gap) -> str:
        return Truncator(gap.question).chars(OPENING_CHARACTERS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
