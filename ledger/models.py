"""Concept: what the author has views on. Position: one of those views, with its receipt.

Finding: a fault that the nightly check found in one of them. No column says where a
position stands: lifecycle and label are computed from the rows.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from ledger.querysets import PositionQuerySet
from ledger.types import Basis, Change


class Concept(models.Model):
    """Something on which the author has stated views, and may change them."""

    slug = models.TextField(unique=True, help_text="The last part of its page's address.")
    name = models.TextField(help_text="As readers see it.")
    aliases = ArrayField(
        models.TextField(), default=list, blank=True, help_text="Other names, comma-separated."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="concept_slug_is_one_word",
                condition=Q(slug__regex=r"^[^\s/?#]+$"),
                violation_error_message="A slug is one word without spaces or slashes.",
            ),
            models.CheckConstraint(name="concept_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Position(models.Model):
    """A dated stance on a concept, held in place by the exact words of an essay.

    ``essay_slug`` is no foreign key: an essay that is deleted or imported anew neither
    takes the row along nor is kept by it, and the validator reports what is missing.
    """

    key = models.TextField("id", unique=True, help_text="Your own id of the row.")
    concept = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="positions")
    stance = models.TextField(help_text="What you held, in a sentence.")
    essay_slug = models.TextField("essay", db_index=True, help_text="The slug of the essay.")
    dated = models.DateField(
        null=True, blank=True, help_text="When you stated it; empty where nobody wrote it down."
    )
    basis = models.CharField(
        max_length=10,
        choices=[
            (Basis.PUBLISHED.value, "published: the essay's date"),
            (Basis.IN_TEXT.value, "in text: a dated update inside the essay"),
            (Basis.UNDATED.value, "undated: nobody wrote one down"),
        ],
        default=Basis.PUBLISHED.value,
        help_text="Where the date comes from.",
    )
    receipt = models.TextField(help_text="The exact words, as they stand in the essay.")
    change = models.CharField(
        max_length=10,
        blank=True,
        default="",
        choices=[(word.value, word.value) for word in Change],
        help_text="What this row does to the one that it supersedes or reaffirms.",
    )
    # At most one row supersedes another: of two, nobody could say which one holds.
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    reaffirms = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reaffirmed_by"
    )
    because = models.TextField(blank=True, default="", help_text="Why the view changed.")
    retracted_on = models.DateField(
        "retracted", null=True, blank=True, help_text="Withdrawn on, without a replacement."
    )
    note = models.TextField(blank=True, default="", help_text="For yourself; nobody sees it.")

    objects = PositionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="position_says_something",
                condition=~Q(key="") & ~Q(stance="") & ~Q(essay_slug="") & ~Q(receipt=""),
                violation_error_message="Id, stance, essay and receipt may not be empty.",
            ),
            models.CheckConstraint(
                name="position_basis_known",
                condition=Q(basis__in=[word.value for word in Basis]),
            ),
            models.CheckConstraint(
                name="position_dated_unless_undated",
                condition=Q(basis=Basis.UNDATED.value, dated__isnull=True)
                | (~Q(basis=Basis.UNDATED.value) & Q(dated__isnull=False)),
                violation_error_message="Only a row with the basis undated has no date.",
            ),
            models.CheckConstraint(
                name="position_change_fits_its_link",
                condition=Q(change="", supersedes__isnull=True, reaffirms__isnull=True)
                | Q(
                    change__in=[
                        Change.REFINED.value, Change.REVERSED.value, Change.RETRACTED.value,
                    ],
                    supersedes__isnull=False,
                    reaffirms__isnull=True,
                )
                | Q(
                    change=Change.REAFFIRMED.value,
                    supersedes__isnull=True,
                    reaffirms__isnull=False,
                ),
                violation_error_message="Refined, reversed and retracted go with a superseded "
                "row, reaffirmed with a reaffirmed one, and no change with neither.",
            ),
            models.CheckConstraint(
                name="position_is_not_its_own_successor",
                condition=(Q(supersedes__isnull=True) | ~Q(supersedes=F("pk")))
                & (Q(reaffirms__isnull=True) | ~Q(reaffirms=F("pk"))),
                violation_error_message="A row can neither supersede nor reaffirm itself.",
            ),
            models.CheckConstraint(
                name="position_retracted_after_it_was_held",
                condition=Q(retracted_on__isnull=True)
                | Q(dated__isnull=True)
                | Q(retracted_on__gte=F("dated")),
                violation_error_message="A view cannot be withdrawn before it was stated.",
            ),
        ]  # fmt: skip
        indexes = [models.Index(fields=["concept", "dated"], name="position_concept_dated")]

    def __str__(self) -> str:
        return self.key


class Finding(models.Model):
    """A fault that the nightly check found; it stays while the fault is there.

    Kept for one purpose: to say since when a row has been broken.
    """

    position = models.ForeignKey(Position, on_delete=models.CASCADE, related_name="findings")
    fault = models.TextField(help_text="What is wrong, in a sentence.")
    nearest = models.TextField(blank=True, default="", help_text="The essay's nearest words.")
    found_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.fault


def ledger_stamp() -> str:
    """12 hex digits that change with anything in the ledger that readers may see."""
    return Position.objects.all().stamp()
