"""What readers thought of an answer: a verdict and fixed reasons, and never their words."""

from collections.abc import Iterable
from enum import StrEnum

from django.contrib.postgres.fields import ArrayField
from django.db import models

# The id of an answer, and nothing that a reader could write instead.
ANSWER_ID = r"^[0-9a-f]{32}\Z"


class Verdict(StrEnum):
    """Whether an answer served."""

    RIGHT = "right"
    WRONG = "wrong"


class Reason(StrEnum):
    """Why it did not."""

    MISQUOTED = "misquoted"
    OFF_TOPIC = "off_topic"
    OUTDATED = "outdated"
    INCOMPLETE = "incomplete"
    SHOULD_HAVE_ANSWERED = "should_have_answered"
    SHOULD_HAVE_DECLINED = "should_have_declined"


class Feedback(models.Model):
    """One verdict on one answer; a second one on the same answer takes its place.

    ``answer_id`` is no foreign key: most answers are not kept, and who has the id was
    given the answer.
    """

    answer_id = models.CharField(max_length=32, unique=True)
    verdict = models.CharField(
        max_length=10, choices=[(word.value, word.value) for word in Verdict]
    )
    reasons = ArrayField(models.CharField(max_length=30), default=list, blank=True)
    given_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "feedback"
        constraints = [
            models.CheckConstraint(
                name="feedback_verdict_known",
                condition=models.Q(verdict__in=[word.value for word in Verdict]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.verdict}"

    @classmethod
    def give(cls, answer_id: str, verdict: Verdict, reasons: Iterable[str]) -> "Feedback":
        """Keep a verdict on an answer; reasons belong to a wrong one alone."""
        why = sorted(set(reasons)) if verdict is Verdict.WRONG else []
        given = {"verdict": verdict.value, "reasons": why}
        return cls.objects.update_or_create(answer_id=answer_id, defaults=given)[0]
