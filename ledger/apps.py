"""The ledger of positions."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """What the author holds, since when, and on what evidence."""

    name = "ledger"
    default_auto_field = "django.db.models.BigAutoField"
