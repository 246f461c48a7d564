"""Every call of a model that costs money: when, what for, how many tokens; no word of it."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from django.db import models
from django.db.models import Count, Q, Sum

NOTHING = Decimal(0)


class Purpose(StrEnum):
    """What a model was asked for."""

    ANSWER = "answer"
    JUDGE = "judge"
    LIVE = "live"
    EVALUATION = "evaluation"


class ModelCallQuerySet(models.QuerySet["ModelCall"]):
    """Calls, as whoever pays asks for them."""

    def of_readers(self) -> Self:
        """What an evaluation costs is its operator's own decision, and in nobody's budget."""
        return self.exclude(purpose=Purpose.EVALUATION)

    def dollars(self, *, first: date, last: date) -> Decimal:
        """What the calls of these days cost, with what is set aside for those under way."""
        within = self.filter(day__gte=first, day__lte=last)
        total: Decimal = within.aggregate(total=Sum("cost_usd", default=NOTHING))["total"]
        return total

    def by_day(self, *, since: date) -> list[dict[str, Any]]:
        """Each day with calls, the last first: its count, tokens and dollars."""
        days = self.filter(day__gte=since).values("day").order_by("-day")
        readers = ~Q(purpose=Purpose.EVALUATION)
        summed = days.annotate(
            count=Count("pk"),
            unpriced=Count("pk", filter=Q(cost_usd__isnull=True)),
            read=Sum("input_tokens"),
            cached=Sum("cached_tokens"),
            wrote=Sum("output_tokens"),
            for_readers=Sum("cost_usd", filter=readers, default=NOTHING),
            dollars=Sum("cost_usd", default=NOTHING),
        )
        return [dict(row) for row in summed]


class ModelCall(models.Model):
    """One question put to a model; a reply that was cut off and its second try are two.

    ``cost_usd``: what it may cost until it ``is_settled``, then what it did; null where nobody
    has said what the model charges. One that is never settled was cut off, and counts in full.
    """

    called_at = models.DateTimeField()
    day = models.DateField(help_text="In the time zone of the site.")
    purpose = models.CharField(
        max_length=20, choices=[(word.value, word.value) for word in Purpose]
    )
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=200)
    input_tokens = models.PositiveIntegerField(default=0)
    written_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost_usd = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    is_settled = models.BooleanField(default=False)

    objects = ModelCallQuerySet.as_manager()

    class Meta:
        verbose_name = "call of a model"
        verbose_name_plural = "spending"
        constraints = [
            models.CheckConstraint(
                name="model_call_purpose_known",
                condition=models.Q(purpose__in=[word.value for word in Purpose]),
            ),
            models.CheckConstraint(
                name="model_call_cost_not_negative",
                condition=models.Q(cost_usd__isnull=True) | models.Q(cost_usd__gte=0),
            ),
        ]
        indexes = [models.Index(fields=["day"], name="model_call_day", include=["cost_usd"])]

    def __str__(self) -> str:
        return f"{self.called_at:%Y-%m-%d %H:%M}: {self.model}, {self.purpose}"
