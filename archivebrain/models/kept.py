"""Answers that readers kept: what was asked and said, and the evidence as it stood."""

from enum import StrEnum
from typing import TYPE_CHECKING

from django.db import models
from django.urls import reverse

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

ID_CHARACTERS, WORD_CHARACTERS, STAMP_CHARACTERS = 32, 20, 64


class State(StrEnum):
    """What became of something on which an answer rests."""

    STANDS = "stands"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


class KeptAnswer(models.Model):
    """One answer that its reader chose to keep; nobody else's question is ever here.

    ``sentences``: text, paragraph, the numbers of its evidence, and verdict. ``positions``: the
    author's views that it rests on, with the label as it was and what became of it.
    ``archive``: the stamp of essays and ledger under which it was last verified.
    """

    answer_id = models.CharField(max_length=ID_CHARACTERS, unique=True)
    question = models.TextField(help_text="Without addresses and long numbers.")
    searched_for = models.TextField(blank=True)
    sentences = models.JSONField()
    corrections = models.JSONField(default=list)
    positions = models.JSONField(default=list)
    versions = models.JSONField(help_text="What was live when it was made.")
    archive = models.CharField(max_length=STAMP_CHARACTERS, blank=True, editable=False)
    kept_at = models.DateTimeField()
    verified_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        evidence: RelatedManager["KeptEvidence"]

    class Meta:
        indexes = [
            models.Index(fields=["kept_at"], name="kept_answer_age"),
            models.Index(fields=["archive"], name="kept_answer_archive"),
        ]

    def __str__(self) -> str:
        return self.question

    def get_absolute_url(self) -> str:
        return reverse("kept", args=[self.answer_id])


class KeptEvidence(models.Model):
    """Exact words on which a kept answer rests, as they stood, and as they stand now.

    ``now``: the nearest words of the essay where it has these no longer. Once an essay is
    withdrawn its row holds a number and nothing else.
    """

    answer = models.ForeignKey(KeptAnswer, on_delete=models.CASCADE, related_name="evidence")
    n = models.PositiveIntegerField()
    slug = models.TextField(blank=True)
    title = models.TextField(blank=True)
    deep_link = models.TextField(blank=True)
    heading = models.TextField(blank=True)
    published = models.DateField(null=True)
    quote = models.TextField(blank=True)
    state = models.CharField(max_length=WORD_CHARACTERS, default=State.STANDS.value)
    now = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "kept evidence"
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["answer", "n"], name="kept_evidence_numbered_once"),
            models.CheckConstraint(
                name="kept_evidence_state_known",
                condition=models.Q(state__in=[word.value for word in State]),
            ),
            models.CheckConstraint(
                name="kept_evidence_withdrawn_holds_no_words",
                condition=~models.Q(state=State.WITHDRAWN.value)
                | models.Q(slug="", title="", deep_link="", heading="", quote="", now=""),
            ),
        ]

    def __str__(self) -> str:
        return f"[{self.n}] {self.title or self.state}"
