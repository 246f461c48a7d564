"""The golden set, the seal on its holdout, and the runs that were made over it."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models

# The same words as in `evaluation.cases`, which no model may import; a test compares them.
TUNE, HOLDOUT = "tune", "holdout"
# Where a case came from: the author's file, or an answer that was marked wrong at the desk.
FILE, DESK = "file", "desk"
WORD_CHARACTERS, DIGEST_CHARACTERS = 20, 64


class GoldenCase(models.Model):
    """One golden case as its file has it, or as the author made it of a wrong answer.

    The file is the whole set but for the desk's cases, of which none is of the holdout.
    """

    case_id = models.TextField(unique=True)
    question = models.TextField()
    kind = models.CharField(max_length=WORD_CHARACTERS)
    split = models.CharField(max_length=WORD_CHARACTERS)
    expect = models.CharField(max_length=WORD_CHARACTERS)
    require = models.CharField(max_length=WORD_CHARACTERS)
    sources = ArrayField(models.TextField(), default=list)
    also_right = ArrayField(models.TextField(), default=list)
    near = ArrayField(models.TextField(), default=list)
    quotes = models.JSONField(default=list)
    temporal = models.JSONField(null=True)
    must_say = ArrayField(models.TextField(), default=list)
    must_not_say = ArrayField(models.TextField(), default=list)
    as_of = models.DateField(null=True)
    is_live = models.BooleanField(default=False)
    origin = models.CharField(max_length=WORD_CHARACTERS, default=FILE)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="golden_case_origin_known", condition=models.Q(origin__in=[FILE, DESK])
            ),
            models.CheckConstraint(
                name="golden_case_of_the_desk_is_never_of_the_holdout",
                condition=~models.Q(origin=DESK) | models.Q(split=TUNE),
            ),
            models.CheckConstraint(
                name="golden_case_split_known", condition=models.Q(split__in=[TUNE, HOLDOUT])
            ),
        ]

    def __str__(self) -> str:
        return self.case_id


class HoldoutSeal(models.Model):
    """What the holdout was when it was first imported, and each time it was changed."""

    digest = models.CharField(max_length=DIGEST_CHARACTERS)
    case_count = models.IntegerField()
    sealed_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-sealed_at"], name="holdout_sealed_at")]

    def __str__(self) -> str:
        return f"{self.case_count} cases, {self.sealed_at:%Y-%m-%d}"


class EvaluationRunQuerySet(models.QuerySet["EvaluationRun"]):
    """Runs, as whoever weighs a figure asks for them."""

    def readings(self) -> Self:
        """Every time that somebody read the holdout."""
        return self.filter(split=HOLDOUT)


class EvaluationRun(models.Model):
    """One run over a split: what was live, every gate's finding, the latencies.

    ``verdicts``: case by case, for the tuning split alone. Of the holdout there are only
    totals: whoever saw its cases one by one would tune to them.
    """

    started_at = models.DateTimeField()
    took_seconds = models.FloatField()
    split = models.CharField(max_length=WORD_CHARACTERS)
    provider = models.CharField(max_length=WORD_CHARACTERS)
    case_count = models.IntegerField(help_text="Cases that were judged.")
    left_out_count = models.IntegerField(
        default=0, help_text="Cases that need a part which is switched off."
    )
    cases_digest = models.CharField(max_length=DIGEST_CHARACTERS)
    is_clear = models.BooleanField(help_text="Whether every gate was clear.")
    gates = models.JSONField()
    latency_ms = models.JSONField(help_text="p50 and p95 of every stage.")
    versions = models.JSONField(help_text="What was live.")
    verdicts = models.JSONField(default=list)

    objects = EvaluationRunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="evaluation_run_split_known",
                condition=models.Q(split__in=[TUNE, HOLDOUT]),
            ),
            models.CheckConstraint(
                name="evaluation_run_keeps_the_holdout_apart",
                condition=models.Q(split=TUNE) | models.Q(verdicts=[]),
            ),
        ]
        indexes = [models.Index(fields=["split", "-started_at"], name="evaluation_run_split")]

    def __str__(self) -> str:
        return f"run {self.pk}: {self.split}, {self.started_at:%Y-%m-%d %H:%M}"
