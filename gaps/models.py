"""Gap: one question that the writing did not answer, the only place with a reader's words."""

from django.db import models

REASON_CHARACTERS, SURFACE_CHARACTERS = 40, 20


class Gap(models.Model):
    """A declined question, or the declined half of one."""

    question = models.TextField(help_text="In the reader's own words.")
    reason = models.CharField(max_length=REASON_CHARACTERS, help_text="Which rule declined it.")
    surface = models.CharField(max_length=SURFACE_CHARACTERS, help_text="Where it was asked.")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["-asked_at"], name="gap_asked_at")]

    def __str__(self) -> str:
        return self.question[:80]
