"""Gap: a declined question. GapGroup: the same one in other words. EssayIdea: what to write.

MonthlyRank: where a group stood in a month. Of these only Gap holds a reader's words.
"""

from django.db import models

from gaps.querysets import (
    EssayIdeaQuerySet,
    GapGroupQuerySet,
    GapQuerySet,
    MonthlyRankQuerySet,
)
from gaps.types import Closeness, IdeaStatus, LeftOut, Ranking, Standing
from retrieval.models import Essay

REASON_CHARACTERS, SURFACE_CHARACTERS = 40, 20
TITLE_CHARACTERS = 200


class EssayIdea(models.Model):
    """Something to write next, named by the author."""

    title = models.CharField(
        max_length=TITLE_CHARACTERS,
        help_text="In your own words: the title stays when the readers' questions are erased.",
    )
    note = models.TextField(blank=True, help_text="For you alone; no reader sees it.")
    status = models.CharField(
        max_length=10,
        choices=[(status.value, status.value) for status in IdeaStatus],
        default=IdeaStatus.PLANNED.value,
        help_text="Once it is written, the questions are erased and their count stays.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EssayIdeaQuerySet.as_manager()

    class Meta:
        verbose_name = "essay idea"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=[status.value for status in IdeaStatus]),
                name="idea_status_known",
            )
        ]

    def __str__(self) -> str:
        return self.title


class GapGroup(models.Model):
    """The same question in other words, and what the author decided about it.

    ``expired_count``: how many of its questions were erased with time.
    """

    idea = models.ForeignKey(
        EssayIdea,
        # Without its idea a group is open again, and stands on the desk.
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="groups",
    )
    dismissed_at = models.DateTimeField(null=True, blank=True)
    expired_count = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = GapGroupQuerySet.as_manager()

    class Meta:
        verbose_name = "group of questions"
        verbose_name_plural = "groups of questions"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(idea__isnull=True) | models.Q(dismissed_at__isnull=True),
                name="gapgroup_decided_once",
            )
        ]

    def __str__(self) -> str:
        # No reader's words: the admin's own history keeps this for ever.
        return f"group {self.pk}"

    @property
    def standing(self) -> Standing:
        if self.idea_id is not None:
            return Standing.PROMOTED
        return Standing.OPEN if self.dismissed_at is None else Standing.DISMISSED


class Gap(models.Model):
    """A declined question, or the declined half of one."""

    question = models.TextField(help_text="In the reader's own words, scrubbed.")
    reason = models.CharField(max_length=REASON_CHARACTERS, help_text="Which rule declined it.")
    surface = models.CharField(max_length=SURFACE_CHARACTERS, help_text="Where it was asked.")
    asked_at = models.DateTimeField(auto_now_add=True)
    group = models.ForeignKey(
        GapGroup,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="gaps",
        help_text="Set by the monthly triage.",
    )

    objects = GapQuerySet.as_manager()

    class Meta:
        verbose_name = "question"
        indexes = [models.Index(fields=["-asked_at"], name="gap_asked_at")]

    def __str__(self) -> str:
        # No reader's words: the admin's own history keeps this for ever.
        return f"question {self.pk}"


class MonthlyRank(models.Model):
    """Where a group stood in one month, with all the parts of its score."""

    group = models.ForeignKey(GapGroup, on_delete=models.CASCADE, related_name="ranks")
    month = models.DateField(help_text="Its first day.")
    asked_count = models.PositiveIntegerField()
    day_count = models.PositiveIntegerField()
    surface_count = models.PositiveIntegerField()
    closeness = models.FloatField(help_text="To the nearest public passage.")
    is_by_words = models.BooleanField(help_text="Measured by words, for want of a model.")
    nearest = models.ForeignKey(
        Essay, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    left_out = models.CharField(max_length=30, blank=True, help_text="Why it is on no desk.")
    score = models.FloatField()

    objects = MonthlyRankQuerySet.as_manager()

    class Meta:
        verbose_name = "group to write about"
        verbose_name_plural = "groups to write about"
        constraints = [
            models.UniqueConstraint(fields=["group", "month"], name="monthlyrank_once_a_month")
        ]
        indexes = [models.Index(fields=["month", "-score"], name="monthlyrank_order")]

    def __str__(self) -> str:
        return f"group {self.group_id} in {self.month:%Y-%m}"

    @property
    def ranking(self) -> Ranking:
        """The parts behind the stored score."""
        return Ranking(
            asked=self.asked_count,
            days=self.day_count,
            surfaces=self.surface_count,
            closeness=Closeness(self.closeness, self.nearest_id, self.is_by_words),
            left_out=LeftOut(self.left_out) if self.left_out else None,
        )
