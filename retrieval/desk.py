"""What the screens of the author's desk have in common."""

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """For an admin screen of what was computed: it is looked at there, and never edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
