"""Generation: the model whose vectors answer. PreparedVector: one of the next generation."""

from django.db import models
from pgvector.django import HalfVectorField

from retrieval.models.essays import Essay


class Generation(models.Model):
    """The one live generation: which model made the vectors that searches compare.

    ``model`` is the name or folder that it was asked for by; empty where an older release
    stored vectors without it. ``fingerprint`` decides: it must be that of the vectors.
    """

    id = models.SmallIntegerField(primary_key=True, default=1, editable=False)
    model = models.TextField(blank=True)
    fingerprint = models.CharField(max_length=64)
    live_since = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.CheckConstraint(name="one_generation", condition=models.Q(id=1))]

    def __str__(self) -> str:
        return self.model or self.fingerprint[:12]


class PreparedVector(models.Model):
    """A vector that waits for its generation to go live; no lane ever reads it.

    By the content hash of the chunk that it will belong to, because that chunk is not there
    yet: another model has another window, and its essays are cut anew.
    """

    essay = models.ForeignKey(Essay, on_delete=models.CASCADE, db_index=False)
    content_hash = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    vector = HalfVectorField(help_text="Unit length.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["essay", "content_hash"], name="prepared_once_per_content"
            )
        ]

    def __str__(self) -> str:
        return f"prepared {self.content_hash[:12]} of essay {self.essay_id}"
