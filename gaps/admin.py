"""The author's desk for gaps: what should I write next, which ideas have I, who asked what."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from gaps import deciding
from gaps.counting import counted
from gaps.desk import MonthFilter, StandingFilter, ask_for_idea, idea_from
from gaps.models import EssayIdea, Gap, GapGroup, MonthlyRank
from gaps.types import Standing
from retrieval.desk import ReadOnly

# A question may have 2,000 characters; a list shows what tells it from the others.
OPENING_CHARACTERS = 100
SHOWN_WORDINGS = 3
MOST_WORDINGS = 100


def opening_of(question: str) -> str:
    return Truncator(question).chars(OPENING_CHARACTERS)


def decision_of(group: GapGroup) -> str:
    return f"promoted to “{group.idea}”" if group.idea else group.standing.value


@admin.register(MonthlyRank)
class MonthlyRankAdmin(ReadOnly, admin.ModelAdmin[MonthlyRank]):
    """What should I write next?"""

    list_display = ("wordings", "asked", "near", "points")
    list_display_links = None
    list_filter = (MonthFilter, StandingFilter)
    search_fields = ("group__gaps__question",)
    search_help_text = "Words of a question"
    ordering = ("-score", "-asked_count", "pk")
    list_per_page = 50
    show_full_result_count = False
    actions = ("promote", "dismiss", "merge", "reopen")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).with_words()  # type: ignore[attr-defined]

    @admin.display(description="asked in these words")
    def wordings(self, row: Any) -> SafeString:
        shown = [(opening_of(question),) for question in row.questions[:SHOWN_WORDINGS]]
        more = len(row.questions) > len(shown)
        decided = "" if row.group.standing is Standing.OPEN else decision_of(row.group)
        return format_html(
            '{}<a href="{}">{}</a> {}',
            format_html_join("", "{}<br>", shown),
            reverse("admin:gaps_gapgroup_change", args=[row.group_id]),
            "more wordings" if more else "details",
            decided,
        )

    @admin.display(description="asked", ordering="asked_count")
    def asked(self, row: Any) -> str:
        days, surfaces = counted(row.day_count, "day"), counted(row.surface_count, "surface")
        in_all = f"; {row.asked_in_all:,} in all" if row.asked_in_all > row.asked_count else ""
        return f"{counted(row.asked_count, 'time')}, {days}, {surfaces}{in_all}"

    @admin.display(description="nearest essay", ordering="closeness")
    def near(self, row: MonthlyRank) -> str:
        how = " by words" if row.is_by_words else ""
        return f"{row.nearest or 'none'} ({row.closeness:.2f}{how})"

    @admin.display(description="score", ordering="score")
    def points(self, row: MonthlyRank) -> str:
        """The product with its parts: demand, spread, nearness."""
        if row.left_out:
            return f"left out: {row.left_out}"
        parts = row.ranking
        on_topic = parts.closeness.on_topic
        return f"{row.score:.2f} = {parts.demand:.2f} × {parts.spread:.2f} × {on_topic:.2f}"

    @admin.action(description="Promote to an essay idea", permissions=["decide"])
    def promote(self, request: HttpRequest, rows: QuerySet[MonthlyRank]) -> HttpResponse | None:
        idea, fault = idea_from(request.POST)
        if idea is None:
            return ask_for_idea(request, rows, fault=fault)
        try:
            asked = deciding.promote(_groups(rows), idea)
        except deciding.NotDecided as fault:
            self.message_user(request, str(fault), level=messages.ERROR)
            return None
        self.message_user(request, f"{counted(asked, 'question')} promoted to “{idea}”.")
        return None

    @admin.action(description="Dismiss", permissions=["decide"])
    def dismiss(self, request: HttpRequest, rows: QuerySet[MonthlyRank]) -> None:
        asked = deciding.dismiss(_groups(rows), now=timezone.now())
        self.message_user(request, f"{counted(asked, 'question')} dismissed.")

    @admin.action(description="Reopen: take the decision back", permissions=["decide"])
    def reopen(self, request: HttpRequest, rows: QuerySet[MonthlyRank]) -> None:
        asked = deciding.reopen(_groups(rows))
        self.message_user(request, f"{counted(asked, 'question')} on the desk again.")

    @admin.action(description="Merge into one group", permissions=["decide"])
    def merge(self, request: HttpRequest, rows: QuerySet[MonthlyRank]) -> None:
        groups = _groups(rows)
        try:
            asked = deciding.merge(groups)
        except deciding.NotDecided as fault:
            self.message_user(request, str(fault), level=messages.ERROR)
            return
        merged = f"{len(groups)} groups merged into one of {counted(asked, 'question')}."
        self.message_user(request, merged)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("gaps.change_gapgroup")


def _groups(rows: QuerySet[MonthlyRank]) -> list[int]:
    return sorted(set(rows.values_list("group_id", flat=True)))


def _wordings_with_counts(gaps: QuerySet[Gap]) -> SafeString:
    """Each wording once, the most often asked first."""
    counts = gaps.order_by().values("question").annotate(times=Count("pk"), last=Max("asked_at"))
    shown = counts.order_by("-times", "-last", "question")[:MOST_WORDINGS]
    if not shown:
        return SafeString("None are kept any more.")
    lines = ((one["question"], counted(one["times"], "time")) for one in shown)
    return format_html_join("", "{} ({})<br>", lines)


@admin.register(GapGroup)
class GapGroupAdmin(ReadOnly, admin.ModelAdmin[GapGroup]):
    """Which questions are one? Reached from the desk; decided there."""

    fields = ("decision", "asked_count", "wordings", "created_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        groups = super().get_queryset(request).select_related("idea")
        return groups.with_asked_count()  # type: ignore[attr-defined]

    @admin.display(description="standing")
    def decision(self, group: GapGroup) -> str:
        return decision_of(group)

    @admin.display(description="asked")
    def asked_count(self, group: Any) -> str:
        erased = f", {group.expired_count} of them erased since" if group.expired_count else ""
        return counted(group.asked_count, "time") + erased

    @admin.display(description="in these words")
    def wordings(self, group: GapGroup) -> SafeString:
        return _wordings_with_counts(Gap.objects.filter(group=group))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(EssayIdea)
class EssayIdeaAdmin(admin.ModelAdmin[EssayIdea]):
    """Which essays are wanted, and what became of them?"""

    list_display = ("title", "status", "asked", "questions", "created_at")
    list_filter = ("status",)
    search_fields = ("title", "note")
    ordering = ("status", "-created_at", "pk")
    list_per_page = 50
    show_full_result_count = False
    fields = ("title", "status", "note", "wordings")
    readonly_fields = ("wordings",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).with_asked_count()  # type: ignore[attr-defined]

    @admin.display(description="asked", ordering="asked_count")
    def asked(self, idea: Any) -> str:
        return counted(idea.asked_count, "time")

    @admin.display(description="questions")
    def questions(self, idea: Any) -> str:
        if not idea.kept_count:
            return "none kept"
        address = reverse("admin:gaps_gap_changelist")
        label = counted(idea.kept_count, "question")
        return format_html('<a href="{}?group__idea__id__exact={}">{}</a>', address, idea.pk, label)

    @admin.display(description="readers asked")
    def wordings(self, idea: EssayIdea) -> SafeString:
        return _wordings_with_counts(Gap.objects.filter(group__idea=idea.pk))


@admin.register(Gap)
class GapAdmin(admin.ModelAdmin[Gap]):
    """What did readers ask in vain? As they wrote it; rows may be deleted, never edited."""

    list_display = ("opening", "reason", "surface", "asked_at")
    list_filter = ("reason", "surface", "asked_at")
    search_fields = ("question",)
    ordering = ("-asked_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    @admin.display(description="question", ordering="question")
    def opening(self, gap: Gap) -> str:
        return opening_of(gap.question)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """The link from an idea to its questions."""
        if lookup == "group__idea__id__exact":
            return True
        return super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
