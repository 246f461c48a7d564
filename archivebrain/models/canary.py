"""CanaryRun: whether an invented withheld essay could be dragged out, each time it was tried."""

from django.db import models

VERDICT_CHARACTERS = 20


class CanaryRun(models.Model):
    """One run of ``canary``. ``faults``: where it leaked, or why it proves nothing.

    It ran in a database of its own, so nothing of the author's writing stands here.
    """

    ran_at = models.DateTimeField()
    verdict = models.CharField(
        max_length=VERDICT_CHARACTERS,
        help_text="Withheld, leaked, or inconclusive: a run that could not have failed is no pass.",
    )
    attempt_count = models.PositiveIntegerField(help_text="How often it was tried.")
    faults = models.JSONField(default=list)

    class Meta:
        get_latest_by = "ran_at"
        constraints = [
            models.CheckConstraint(
                name="canary_run_verdict_known",
                condition=models.Q(verdict__in=["withheld", "leaked", "inconclusive"]),
            )
        ]
        indexes = [models.Index(fields=["-ran_at"], name="canary_run_ran_at")]

    def __str__(self) -> str:
        return f"{self.verdict}, {self.ran_at:%Y-%m-%d %H:%M}"
