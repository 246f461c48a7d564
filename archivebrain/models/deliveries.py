"""Which signed deliveries were carried out, so that none is carried out twice."""

from django.db import models

# A longer id is refused.
ID_CHARACTERS = 128


class Delivery(models.Model):
    """One delivery by the id that its sender gave it, and what came of it."""

    delivery_id = models.CharField(max_length=ID_CHARACTERS, unique=True)
    sent_at = models.DateTimeField(help_text="What its signature says.")
    received_at = models.DateTimeField(auto_now_add=True)
    outcome = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [models.Index(fields=["received_at"], name="delivery_age")]

    def __str__(self) -> str:
        return self.delivery_id
