"""Parts of the desk: its two filters and the page that asks for an idea."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from gaps.models import EssayIdea, MonthlyRank
from gaps.types import IdeaStatus, Month, Standing

# Where the page that asks for an idea says that it was filled in.
NAMED, TITLE, CHOSEN = "named", "title", "idea"
LEFT_OUT = "left-out"


class _WithDefault(admin.SimpleListFilter):
    """A filter whose first choice holds where none is made; there is no "all" beside it."""

    def chosen(self) -> str:
        keys = [str(key) for key, _ in self.lookup_choices]
        value = self.value()
        return value if value in keys else next(iter(keys), "")

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def choices(self, changelist: Any) -> Iterator[Any]:
        for key, title in self.lookup_choices:
            yield {
                "selected": self.chosen() == str(key),
                "query_string": changelist.get_query_string({str(self.parameter_name): key}),
                "display": title,
            }


class MonthFilter(_WithDefault):
    """One month at a time, the latest first."""

    title = "month"
    parameter_name = "month"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        days = MonthlyRank.objects.order_by("-month").values_list("month", flat=True).distinct()
        return [(str(Month.of(day)), f"{day:%B %Y}") for day in days]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        chosen = self.chosen()
        return queryset.filter(month=date.fromisoformat(f"{chosen}-01")) if chosen else queryset


class StandingFilter(_WithDefault):
    """What waits for a decision, unless something else is asked for."""

    title = "standing"
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            (Standing.OPEN.value, "waiting for you"),
            (Standing.PROMOTED.value, "promoted"),
            (Standing.DISMISSED.value, "dismissed"),
            (LEFT_OUT, "left out"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        is_promoted = Q(group__idea__isnull=False)
        is_dismissed = Q(group__dismissed_at__isnull=False)
        wanted = {
            Standing.OPEN.value: ~is_promoted & ~is_dismissed & Q(left_out=""),
            Standing.PROMOTED.value: is_promoted,
            Standing.DISMISSED.value: is_dismissed,
            LEFT_OUT: ~is_promoted & ~is_dismissed & ~Q(left_out=""),
        }
        return queryset.filter(wanted[self.chosen()])


def idea_from(sent: Mapping[str, Any]) -> tuple[EssayIdea | None, str]:
    """The idea that was named, not stored yet, or chosen; or None and why there is none."""
    if NAMED not in sent:
        return None, ""
    if chosen := EssayIdea.objects.filter(pk__in=_numbers(sent.get(CHOSEN, ""))).first():
        return chosen, ""
    idea = EssayIdea(title=str(sent.get(TITLE, "")).strip())
    try:
        idea.full_clean()
    except ValidationError:
        limit = EssayIdea._meta.get_field("title").max_length
        return None, f"Name the idea in 1 to {limit} characters, or choose one."
    return idea, ""


def ask_for_idea(request: HttpRequest, rows: QuerySet[MonthlyRank], *, fault: str) -> HttpResponse:
    """The page between the action and the promotion: name an idea, or choose one."""
    context = {
        **admin.site.each_context(request),
        "title": "Promote to an essay idea",
        "opts": MonthlyRank._meta,
        "rows": rows,
        "checkbox": ACTION_CHECKBOX_NAME,
        "ideas": EssayIdea.objects.filter(status=IdeaStatus.PLANNED.value).order_by("title"),
        "title_given": request.POST.get(TITLE, ""),
        "fault": fault,
    }
    return TemplateResponse(request, "admin/gaps/promote.html", context)


def _numbers(text: str) -> list[int]:
    """The id that a form sent, or none; a longer one than any is none."""
    return [int(text)] if text.isascii() and text.isdigit() and len(text) < 19 else []
