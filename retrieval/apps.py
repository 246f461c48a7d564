"""Connects what this app does by itself: saving an essay queues its indexing."""

from importlib import import_module

from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    """The corpus and its index."""

    name = "retrieval"
    verbose_name = "The archive"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("retrieval.checks")
        import_module("retrieval.signals")
