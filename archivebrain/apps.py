"""The application at the top."""

from django.apps import AppConfig


class ArchivebrainConfig(AppConfig):
    """Answers, providers and surfaces."""

    name = "archivebrain"
    default_auto_field = "django.db.models.BigAutoField"
