"""ShadowRun: what an experiment would have changed; never what was asked."""

from django.db import models


class ShadowRun(models.Model):
    """One experiment beside one answer. ``moved``: chunks by their keys, with both ranks.

    Like a trace it has no column for a text on purpose, and expires with them.
    """

    made_at = models.DateTimeField()
    question_hash = models.CharField(
        max_length=64, help_text="The same keyed hash as the trace of the answer."
    )
    experiment = models.CharField(max_length=40, help_text="What was tried.")
    moved = models.JSONField(help_text="Whose rank would differ: shown, candidate.")
    shown_count = models.IntegerField(help_text="How many passages the answer was shown.")
    took_ms = models.FloatField(help_text="What the experiment alone took.")

    class Meta:
        indexes = [models.Index(fields=["made_at"], name="shadowrun_made_at")]

    def __str__(self) -> str:
        return f"{self.experiment}, {self.made_at:%Y-%m-%d %H:%M}"
