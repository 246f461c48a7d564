"""What a text was before it changed."""

from django.db import models

from retrieval.models.essays import Essay


class Revision(models.Model):
    """The body of an essay until ``replaced_at``.

    Written by a trigger in the database, so no way of changing a text can forget it.
    """

    essay = models.ForeignKey(Essay, on_delete=models.CASCADE, related_name="revisions")
    title = models.TextField()
    body = models.TextField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the body.")
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ["-replaced_at", "-pk"]
        indexes = [models.Index(fields=["essay", "replaced_at"], name="revision_of_essay")]

    def __str__(self) -> str:
        return f"{self.title}, until {self.replaced_at:%Y-%m-%d %H:%M}"
