"""The log of unanswered questions."""

from django.apps import AppConfig


class GapsConfig(AppConfig):
    """Questions that the writing does not answer."""

    name = "gaps"
    verbose_name = "What to write"
    default_auto_field = "django.db.models.BigAutoField"
