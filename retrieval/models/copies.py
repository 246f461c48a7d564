"""Essays that may be one work: found by their texts, decided by the author."""

from django.db import models

from retrieval.models.essays import Essay


class Decision(models.TextChoices):
    """What the author said of two essays with much text in common."""

    OPEN = "open", "to be decided"
    APART = "apart", "two works"


class LikelyCopy(models.Model):
    """Two essays with much text in common; joining them deletes this row with the copy.

    ``share``: of the shorter text, how much stands in the longer one, 0 to 1.
    """

    essay = models.ForeignKey(
        Essay, on_delete=models.CASCADE, related_name="likely_copies",
        help_text="The one that would stay: the cleaner source, else the earlier one.",
    )  # fmt: skip
    copy = models.ForeignKey(Essay, on_delete=models.CASCADE, related_name="likely_originals")
    share = models.FloatField()
    decision = models.CharField(max_length=5, choices=Decision.choices, default=Decision.OPEN.value)
    found_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "likely copy"
        verbose_name_plural = "likely copies"
        constraints = [
            models.UniqueConstraint(fields=["essay", "copy"], name="likely_copy_once"),
            models.CheckConstraint(
                name="likely_copy_of_another", condition=~models.Q(essay=models.F("copy"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.copy} in {self.essay}: {self.share:.0%}"
