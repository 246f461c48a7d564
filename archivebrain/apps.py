"""The application at the top."""

from importlib import import_module

from django.apps import AppConfig


class ArchivebrainConfig(AppConfig):
    """Answers, providers and surfaces."""

    name = "archivebrain"
    verbose_name = "Answers and keys"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("archivebrain.checks")
        import_module("archivebrain.receivers")
