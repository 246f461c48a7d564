"""The author's desk for copies: which essays are one work, and which place gives its text."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.text import Truncator
from django.views.decorators.http import require_POST

from archivebrain.mentions import mentions_of
from retrieval.comparing import compare
from retrieval.corpus.duplicates import NoText, join, take_text
from retrieval.desk import ReadOnly, queue_graph
from retrieval.models import Decision, Essay, LikelyCopy, Publication

LIST = "admin:retrieval_likelycopy_changelist"
TITLE_CHARACTERS = 80
SHOWN_MENTIONS = 5


class NotJoined(ValueError):
    """Two essays that cannot be one; the message is a sentence for the author."""


class DecisionFilter(admin.SimpleListFilter):
    """What waits for a decision, unless all is asked for."""

    title = "decision"
    parameter_name = "decision"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(Decision.APART.value, "two works"), ("all", "all")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "all":
            return queryset
        apart = self.value() == Decision.APART.value
        return queryset.filter(decision=Decision.APART if apart else Decision.OPEN)

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [{**first, "display": "to be decided"}, *others]


@admin.register(LikelyCopy)
class LikelyCopyAdmin(ReadOnly, admin.ModelAdmin[LikelyCopy]):
    """Which of my essays are one work?"""

    list_display = ("pair", "in_common", "first", "second", "decision")
    list_filter = (DecisionFilter,)
    list_select_related = ("essay", "copy")
    search_fields = ("essay__title", "copy__title")
    ordering = ("-share", "pk")
    list_per_page = 50
    show_full_result_count = False
    actions = ("call_two_works",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("essay__body", "copy__body")

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, view: Any) -> Any:
            guarded = self.admin_site.admin_view(require_POST(view))
            return path(f"<int:pair_id>/{name}/", guarded, name=f"copy_{name}")

        own = [named("join", self.join_view), named("apart", self.apart_view)]
        return own + super().get_urls()

    @admin.display(description="essays")
    def pair(self, row: LikelyCopy) -> str:
        one, other = (Truncator(e.title).chars(TITLE_CHARACTERS) for e in (row.essay, row.copy))
        return one if one == other else f"{one} / {other}"

    @admin.display(description="in common", ordering="share")
    def in_common(self, row: LikelyCopy) -> str:
        return f"{row.share:.0%}"

    @admin.display(description="one")
    def first(self, row: LikelyCopy) -> str:
        return _origin(row.essay)

    @admin.display(description="other")
    def second(self, row: LikelyCopy) -> str:
        return _origin(row.copy)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Both essays side by side, with what can be decided about them."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        number = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        row = get_object_or_404(LikelyCopy.objects.select_related("essay", "copy"), pk=number)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "One work or two?",
            "row": row,
            "share": f"{row.share:.0%}",
            "sides": [(row.essay, _origin(row.essay)), (row.copy, _origin(row.copy))],
            "pairs": compare(row.essay.body, row.copy.body),
            "may_decide": self.has_decide_permission(request),
        }
        return TemplateResponse(request, "admin/retrieval/likelycopy/pair.html", context)

    def join_view(self, request: HttpRequest, pair_id: int) -> HttpResponse:
        """Keep the chosen essay and make the other one a place of it."""
        self._may_decide(request)
        keep_id = request.POST.get("keep", "")
        try:
            keep, copy = _joined(pair_id, keep_id)
        except NotJoined as fault:
            messages.error(request, str(fault))
            is_open = LikelyCopy.objects.filter(pk=pair_id).exists()
            there = ("admin:retrieval_likelycopy_change", pair_id)
            return redirect(*there) if is_open else redirect(LIST)
        told = f"Joined with “{copy.title}”."
        LogEntry.objects.log_actions(str(request.user.pk), [keep], CHANGE, change_message=told)
        queue_graph()
        messages.info(
            request, f"“{copy.title}” is a place of “{keep.title}” now; /essays/{copy.slug}/ "
            "leads there.",
        )  # fmt: skip
        return redirect(LIST)

    def apart_view(self, request: HttpRequest, pair_id: int) -> HttpResponse:
        self._may_decide(request)
        LikelyCopy.objects.filter(pk=pair_id).update(decision=Decision.APART)
        messages.info(request, "They are two works; no import asks again.")
        return redirect(LIST)

    @admin.action(description="Call them two works", permissions=["decide"])
    def call_two_works(self, request: HttpRequest, rows: Any) -> None:
        count = rows.update(decision=Decision.APART)
        what = "1 pair is" if count == 1 else f"{count} pairs are"
        messages.info(request, f"{what} two works each; no import asks again.")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("retrieval.change_likelycopy"))

    def _may_decide(self, request: HttpRequest) -> None:
        if not self.has_decide_permission(request):
            raise PermissionDenied


@admin.register(Publication)
class PublicationAdmin(ReadOnly, admin.ModelAdmin[Publication]):
    """Where else do my essays live, and which place gives the text?"""

    list_display = ("essay", "platform", "there", "url", "visibility", "has_text")
    list_filter = ("visibility", "source_format")
    list_select_related = ("essay",)
    search_fields = ("essay__title", "title", "url")
    ordering = ("essay__title", "platform", "pk")
    list_per_page = 50
    show_full_result_count = False
    actions = ("give_text",)
    fields = (
        *("essay", "platform", "title", "url", "published_on", "visibility"),
        *("source_format", "source_path", "slug", "body"),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("essay__body")

    @admin.display(description="title there")
    def there(self, place: Publication) -> str:
        return place.title or place.essay.title

    @admin.display(description="has a text", boolean=True)
    def has_text(self, place: Publication) -> bool:
        return bool(place.body)

    @admin.action(description="Let this place give the text", permissions=["give"])
    def give_text(self, request: HttpRequest, places: Any) -> None:
        """One place of an essay at a time; what gave the text until now stays as a place."""
        chosen = list(places)
        if len({place.essay_id for place in chosen}) < len(chosen):
            messages.error(request, "Choose one place of each essay; nothing was changed.")
            return
        for place in chosen:
            try:
                take_text(place)
            except NoText as fault:
                messages.error(request, str(fault))
            else:
                messages.info(
                    request,
                    f"{place.platform or 'That place'} gives “{place.title}” its text now; what "
                    "it was stays as a place and among its earlier texts.",
                )
        queue_graph()

    def has_give_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("retrieval.change_essay"))


def _origin(essay: Essay) -> str:
    dated = essay.published_on.isoformat() if essay.published_on else "date unknown"
    source = essay.source_format or "the desk"
    platform = f", {essay.platform}" if essay.platform else ""
    return f"{dated}, {essay.visibility}, from {source}{platform}"


@transaction.atomic
def _joined(pair_id: int, keep_id: str) -> tuple[Essay, Essay]:
    """The essay that stays and what became of the other; raises ``NotJoined``."""
    row = LikelyCopy.objects.filter(pk=pair_id).first()
    if row is None:
        raise NotJoined("This pair is decided already.")
    ids = sorted((row.essay_id, row.copy_id))
    both = {str(one.pk): one for one in Essay.objects.select_for_update().filter(pk__in=ids)}
    if keep_id not in both or len(both) < len(ids):
        raise NotJoined("Choose the one that stays.")
    keep = both.pop(keep_id)
    (copy,) = both.values()
    if named := list(mentions_of(copy.slug)):
        more = f" and {len(named) - SHOWN_MENTIONS} more" if len(named) > SHOWN_MENTIONS else ""
        raise NotJoined(
            f"“{copy.title}” is named by {', '.join(named[:SHOWN_MENTIONS])}{more}. Let them name "
            f"{keep.slug!r} in your files first, or keep the other one."
        )
    join(keep, copy)
    return keep, copy
