"""ImportRun: one import as the desk shows it."""

from typing import Any, Self

from django.db import models

from retrieval.types import Visibility


class RunState(models.TextChoices):
    """How far a run has come; the first and the third are carried on by the worker."""

    READING = "reading", "being read"
    PLANNED = "planned", "waits for you"
    IMPORTING = "importing", "coming in"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    DROPPED = "dropped", "dropped"


AT_WORK = (RunState.READING.value, RunState.IMPORTING.value)


class ImportRunQuerySet(models.QuerySet[Any]):
    """Runs, as the desk asks for them."""

    def finished(self) -> Self:
        """Those that did what they could; a plan is none."""
        return self.filter(state__in=[RunState.DONE.value, RunState.FAILED.value])


class ImportRun(models.Model):
    """What came in, what failed and why; from the desk, a command, a delivery or the clock.

    ``report``: the plan until it is confirmed, then what was done, without any text of an
    essay. ``upload``: the file's name in the folder of uploads, empty once it is deleted.
    ``tries``: how often the worker has begun; one that ends each time is not begun for ever.
    """

    source_name = models.TextField("source", help_text="The file, folder or address.")
    source_format = models.CharField("format", max_length=12, default="auto")
    ceiling = models.CharField(
        max_length=10,
        default=Visibility.PUBLIC.value,
        help_text="The most open visibility that anything in it may get.",
    )
    made_by = models.TextField(blank=True)
    made_at = models.DateTimeField("when", auto_now_add=True)
    upload = models.CharField(max_length=60, blank=True)
    state = models.CharField(
        max_length=10, choices=RunState.choices, default=RunState.READING.value
    )
    stage = models.TextField(blank=True)
    done = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    tries = models.IntegerField(default=0)
    report = models.JSONField(default=dict)

    objects = ImportRunQuerySet.as_manager()

    class Meta:
        verbose_name = "import"
        constraints = [
            models.CheckConstraint(
                name="import_run_state_known", condition=models.Q(state__in=RunState.values)
            )
        ]
        indexes = [models.Index(fields=["-made_at"], name="import_run_made_at")]

    def __str__(self) -> str:
        return f"{self.source_name}, {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def is_at_work(self) -> bool:
        return self.state in AT_WORK
