"""RetrievalTrace: how one search went; it cannot tell what was asked, nor by whom."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

SURFACE_CHARACTERS, OUTCOME_CHARACTERS = 20, 20
# What follows the kind of time where nothing was of it, so that the order was left as it was.
NONE_OF_IT = ": none found"


class RetrievalTrace(models.Model):
    """One uncached question or search: times, score splits and versions.

    ``stages``: in the order of their start, each with its ``name``, its start in milliseconds
    after the first one's (``at``) and how long it took (``ms``). ``passages``: as the answer
    had them, best first, each with its chunk's key, its ``base`` and ``boost``, its rank in
    each lane (no lane for a receipt that the ledger added) and its ``bucket``; ``total_ms``:
    from the first stage's start to the last one's end. There is no column for a text, a
    vector or an address on purpose.
    """

    made_at = models.DateTimeField()
    question_hash = models.CharField(
        max_length=64,
        help_text="Tells that two questions of one month were the same, never what they were.",
    )
    surface = models.CharField(max_length=SURFACE_CHARACTERS, help_text="Where it was asked.")
    outcome = models.CharField(max_length=OUTCOME_CHARACTERS, help_text="How it ended.")
    total_ms = models.FloatField(default=0.0, help_text="Milliseconds from first to last.")
    stages = models.JSONField(default=list, help_text="When each stage began, and its time.")
    passages = models.JSONField(help_text="What was found, with its score split.")
    versions = models.JSONField(help_text="What was live.")
    asked_time = models.CharField(
        max_length=OUTCOME_CHARACTERS,
        blank=True,
        default="",
        help_text="Which kind of time it asked about, and no year.",
    )
    degraded = ArrayField(models.TextField(), default=list, help_text="What was down.")

    class Meta:
        # All that the report of many days adds up, so that it need not read what was found.
        indexes = [
            models.Index(
                fields=["made_at"],
                include=["surface", "outcome", "total_ms", "degraded"],
                name="trace_over_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.surface}, {self.outcome}, {self.made_at:%Y-%m-%d %H:%M}"
