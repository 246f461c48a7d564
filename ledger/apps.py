"""The ledger of positions."""

from importlib import import_module

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """What the author holds, since when, and on what evidence."""

    name = "ledger"
    verbose_name = "What you hold"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        parts = import_module("retrieval.graph").PARTS
        ledger_graph = import_module("ledger.graph").ledger_graph
        if ledger_graph not in parts:
            parts.append(ledger_graph)
        records = import_module("retrieval.records").RECORDS
        if not records:
            records.append(import_module("ledger.records").LedgerRecord())
