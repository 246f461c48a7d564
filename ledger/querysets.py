"""Questions that are asked of many positions at once; where they stand is decided in SQL."""

import hashlib
from datetime import date
from typing import Any, Self

from django.db import models
from django.db.models import Case, OuterRef, Q, Subquery, Value, When

from ledger.types import Change, Label, Lifecycle
from retrieval.models import Essay

# Everything of a row that may show somewhere, in the order of the stamp.
SHOWN = (
    "key", "concept__slug", "concept__name", "concept__aliases", "stance", "essay_slug", "dated",
    "basis", "receipt", "change", "supersedes__key", "reaffirms__key", "because", "retracted_on",
)  # fmt: skip


class PositionQuerySet(models.QuerySet[Any]):
    """Positions, asked as an answer, a page or the author's desk would ask."""

    def public(self) -> Self:
        """Rows whose essay readers may see; of all others nothing shows anywhere."""
        return self.filter(essay_slug__in=Essay.objects.public().values("slug"))

    def with_lifecycle(self, as_of: date | None = None) -> Self:
        """Adds ``lifecycle`` and ``label``: now, or as they were on a day.

        On a day, only rows, links and retractions dated until then count, so later and
        undated rows are left out.
        """
        rows, successor_counts, retraction_counts = self, Q(), Q(retracted_on__isnull=False)
        if as_of is not None:
            rows = rows.filter(dated__lte=as_of)
            successor_counts = Q(superseded_by__dated__lte=as_of)
            retraction_counts = Q(retracted_on__lte=as_of)
        return rows.annotate(
            lifecycle=_lifecycle(successor_counts, retraction_counts),
            label=_label(successor_counts, retraction_counts),
        )

    def with_essay(self) -> Self:
        """Adds ``essay_title``, ``essay_published`` and ``essay_visibility``; None if gone."""
        essay = Essay.objects.filter(slug=OuterRef("essay_slug"))
        return self.annotate(
            essay_title=Subquery(essay.values("title")[:1]),
            essay_published=Subquery(essay.values("published_on")[:1]),
            essay_visibility=Subquery(essay.values("visibility")[:1]),
        )

    def stamp(self) -> str:
        """12 hex digits that change with anything of these rows that readers may see."""
        rows = self.public().with_essay().values_list(*SHOWN, "essay_title", "essay_published")
        return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()[:12]


def _lifecycle(successor_counts: Q, retraction_counts: Q) -> Case:
    return _case(
        When(_is_retracted(successor_counts, retraction_counts), then=_word(Lifecycle.RETRACTED)),
        When(_is_superseded(successor_counts), then=_word(Lifecycle.SUPERSEDED)),
        default=_word(Lifecycle.HELD),
    )


def _label(successor_counts: Q, retraction_counts: Q) -> Case:
    is_notice = Q(change=Change.RETRACTED.value)
    is_reversed = Q(superseded_by__change=Change.REVERSED.value)
    is_superseded = _is_superseded(successor_counts)
    return _case(
        When(
            # A notice is nobody's view: what it says is "retracted", whatever came after.
            is_notice | _is_retracted(successor_counts, retraction_counts),
            then=_word(Label.RETRACTED),
        ),
        When(is_superseded & is_reversed, then=_word(Label.REVERSED)),
        When(is_superseded, then=_word(Label.REFINED)),
        default=_word(Label.CURRENT),
    )


def _is_retracted(successor_counts: Q, retraction_counts: Q) -> Q:
    return retraction_counts | (successor_counts & Q(superseded_by__change=Change.RETRACTED.value))


def _is_superseded(successor_counts: Q) -> Q:
    return successor_counts & Q(superseded_by__isnull=False)


def _case(*whens: When, default: Value) -> Case:
    return Case(*whens, default=default, output_field=models.CharField())


def _word(word: Lifecycle | Label) -> Value:
    return Value(word.value)
