"""What the list of essays can be narrowed to: what waits for the author's look."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from retrieval.models import Decision, ImportRun, LikelyCopy


class _OneChoice(admin.SimpleListFilter):
    """A filter that is on or off."""

    choice = ("", "")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [self.choice]

    def narrowed(self, queryset: Any) -> Any:
        raise NotImplementedError

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return self.narrowed(queryset) if self.value() == self.choice[0] else queryset


class IndexedFilter(admin.SimpleListFilter):
    """Which essays does the brain not know yet?"""

    title = "index"
    parameter_name = "index"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("behind", "behind the text"), ("fault", "with a fault")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "behind":
            return queryset.indexable().exclude(indexed_key=models.F("text_key"))
        if self.value() == "fault":
            return queryset.exclude(index_fault="")
        return queryset


class UndatedFilter(_OneChoice):
    """Which essays have no date?"""

    title, parameter_name = "date", "date"
    choice = ("unknown", "without a date")

    def narrowed(self, queryset: Any) -> Any:
        return queryset.filter(published_on__isnull=True)


class WarnedFilter(_OneChoice):
    """What did the last import warn of?"""

    title, parameter_name = "last import", "import"
    choice = ("warned", "with a warning")

    def narrowed(self, queryset: Any) -> Any:
        run = ImportRun.objects.finished().order_by("-made_at", "-pk").first()
        warnings = run.report.get("warnings", ()) if run else ()
        return queryset.filter(slug__in={one["slug"] for one in warnings if one["slug"]})


class CopyFilter(_OneChoice):
    """What may be one work?"""

    title, parameter_name = "copies", "copies"
    choice = ("likely", "may be a copy")

    def narrowed(self, queryset: Any) -> Any:
        of_essay = models.Q(essay=models.OuterRef("pk")) | models.Q(copy=models.OuterRef("pk"))
        likely = LikelyCopy.objects.filter(of_essay, decision=Decision.OPEN)
        return queryset.filter(models.Exists(likely))
