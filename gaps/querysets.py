"""Questions that are asked of many gaps, groups and ranks at once."""

from datetime import UTC, date, datetime, time
from typing import Any, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from gaps.types import AskedQuestion, IdeaStatus, Month

# A group is known by its latest wordings; a reader of the desk needs no more of them either.
LATEST_WORDINGS = 12


class GapQuerySet(models.QuerySet[Any]):
    """Declined questions, asked as triage, retention or the author would ask."""

    def asked_since(self, day: date) -> Self:
        return self.filter(asked_at__gte=_midnight(day))

    def asked_before(self, day: date) -> Self:
        return self.filter(asked_at__lt=_midnight(day))

    def for_month(self, month: Month) -> Self:
        return self.asked_since(month.first_day).asked_before(month.after.first_day)

    def ungrouped(self) -> Self:
        return self.filter(group__isnull=True)

    def as_asked(self) -> tuple[AskedQuestion, ...]:
        """The questions as grouping and ranking read them, in the order they were asked."""
        rows = self.order_by("pk").values_list("pk", "question", "asked_at", "surface")
        return tuple(
            AskedQuestion(pk, text, asked_at.astimezone(UTC).date(), surface)
            for pk, text, asked_at, surface in rows
        )

    def handled(self) -> Self:
        """Questions whose essay is written."""
        return self.filter(group__idea__status=IdeaStatus.WRITTEN.value)


class EssayIdeaQuerySet(models.QuerySet[Any]):
    """Ideas, with how often they were asked for."""

    def with_asked_count(self) -> Self:
        """Adds ``kept_count``, the questions still kept, and ``asked_count``, erased ones too."""
        groups = self.model._meta.get_field("groups").related_model.objects
        mine = groups.filter(idea=OuterRef("pk")).order_by().values("idea")
        kept = mine.annotate(count=Count("gaps")).values("count")
        erased = mine.annotate(count=Sum("expired_count")).values("count")
        return self.annotate(
            kept_count=Coalesce(Subquery(kept), Value(0)),
            asked_count=F("kept_count") + Coalesce(Subquery(erased), Value(0)),
        )


class GapGroupQuerySet(models.QuerySet[Any]):
    """Groups, with their counts and wordings in the same query."""

    def open(self) -> Self:
        return self.filter(idea__isnull=True, dismissed_at__isnull=True)

    def decided(self) -> Self:
        return self.filter(Q(idea__isnull=False) | Q(dismissed_at__isnull=False))

    def with_asked_count(self) -> Self:
        """Adds ``asked_count``: how often it was asked, erased questions too."""
        gaps = self._gaps().order_by().values("group")
        counted = gaps.annotate(count=Count("pk")).values("count")
        return self.annotate(asked_count=F("expired_count") + Coalesce(Subquery(counted), Value(0)))

    def with_questions(self) -> Self:
        """Adds ``questions``: its wordings, each once, the latest first."""
        wordings = self._gaps().order_by().values("question").annotate(last=Max("asked_at"))
        latest = wordings.order_by("-last", "question").values("question")[:LATEST_WORDINGS]
        return self.annotate(questions=ArraySubquery(latest))

    def _gaps(self) -> models.QuerySet[Any]:
        gaps: models.QuerySet[Any] = self.model._meta.get_field("gaps").related_model.objects
        return gaps.filter(group=OuterRef("pk"))


class MonthlyRankQuerySet(models.QuerySet[Any]):
    """Ranks, as the desk and the command list them."""

    def in_month(self, month: Month) -> Self:
        return self.filter(month=month.first_day)

    def best_first(self) -> Self:
        return self.order_by("-score", "-asked_count", "pk")

    def with_words(self) -> Self:
        """Adds the group's ``questions`` and ``asked_in_all``, whatever the month."""
        groups = self.model._meta.get_field("group").related_model.objects
        group = groups.filter(pk=OuterRef("group"))
        return self.select_related("group__idea", "nearest").annotate(
            questions=Subquery(group.with_questions().values("questions")),
            asked_in_all=Subquery(group.with_asked_count().values("asked_count")),
        )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
