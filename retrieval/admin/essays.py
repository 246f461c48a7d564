"""The author's desk for essays: what is public, what is indexed, what waits for a look."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from retrieval.admin.essay_pages import EssayPages
from retrieval.admin.filters import CopyFilter, IndexedFilter, UndatedFilter, WarnedFilter
from retrieval.desk import queue
from retrieval.indexing import ask_afresh
from retrieval.models import Chunk, Essay, Publication
from retrieval.tasks import sweep
from retrieval.types import Visibility

# Where every text is of any length, its widget says what is meant to stand in it.
_LINE = AdminTextInputWidget(attrs={"class": "vLargeTextField"})
ESSAY_WIDGETS = {
    "title": _LINE,
    "slug": _LINE,
    "series": _LINE,
    "canonical_url": _LINE,
    "body": AdminTextareaWidget(attrs={"rows": 30}),
    "description": AdminTextareaWidget(attrs={"rows": 2}),
}


class PublicationInline(admin.TabularInline[Publication, Essay]):
    """The other places where an essay lives."""

    model = Publication
    extra = 0
    fields = ("platform", "title", "url", "published_on", "visibility", "source_format")
    readonly_fields = ("source_format",)
    formfield_overrides = {models.TextField: {"widget": AdminTextInputWidget}}


@admin.register(Essay)
class EssayAdmin(EssayPages):
    """What have I published, and does the brain know it?"""

    list_display = ("title", "published_on", "doc_type", "visibility", "indexed", "chunk_count")
    list_filter = (
        *("visibility", UndatedFilter, WarnedFilter, CopyFilter, IndexedFilter),
        *("source_format", "doc_type", "language"),
    )
    actions = ("make_public", "make_unlisted", "make_draft", "make_private", "index_again")
    search_fields = ("title", "slug", "body")
    date_hierarchy = "published_on"
    ordering = ("-published_on", "pk")
    list_per_page = 50
    show_full_result_count = False
    inlines = (PublicationInline,)
    readonly_fields = (
        "indexed",
        "indexed_at",
        "index_fault",
        "visibility_reason",
        "source_format",
        "source_root",
        "source_path",
        "imported_at",
    )
    fieldsets = (
        (None, {"fields": ("title", "slug", "body", "description")}),
        (
            "Who may read it",
            {
                "fields": ("visibility", "visibility_reason"),
                "description": "Hiding an essay takes effect with the save: no answer, search "
                "or page shows it afterwards.",
            },
        ),
        (
            "When",
            {
                "fields": (
                    ("published_on", "published_origin"),
                    "published_at",
                    ("updated_on", "updated_origin"),
                ),
                "description": "The calendar date as you wrote it. Leave it empty rather than "
                "guess: answers then say that the date is unknown.",
            },
        ),
        (
            "What it is",
            {"fields": ("doc_type", "language", "series", "authors", "tags", "canonical_url")},
        ),
        (
            "Index and origin",
            {
                "fields": (
                    "indexed",
                    "indexed_at",
                    "index_fault",
                    "source_format",
                    "source_root",
                    "source_path",
                    "imported_at",
                ),
                "classes": ("collapse",),
            },
        ),
    )

    @admin.action(description="Make public …", permissions=["change"])
    def make_public(self, request: HttpRequest, essays: Any) -> HttpResponse | None:
        return self.ask_visibility(request, essays, Visibility.PUBLIC)

    @admin.action(description="Make unlisted …", permissions=["change"])
    def make_unlisted(self, request: HttpRequest, essays: Any) -> HttpResponse | None:
        return self.ask_visibility(request, essays, Visibility.UNLISTED)

    @admin.action(description="Make drafts …", permissions=["change"])
    def make_draft(self, request: HttpRequest, essays: Any) -> HttpResponse | None:
        return self.ask_visibility(request, essays, Visibility.DRAFT)

    @admin.action(description="Make private …", permissions=["change"])
    def make_private(self, request: HttpRequest, essays: Any) -> HttpResponse | None:
        return self.ask_visibility(request, essays, Visibility.PRIVATE)

    @admin.action(description="Index again", permissions=["change"])
    def index_again(self, request: HttpRequest, essays: Any) -> None:
        """By the sweep, of which there is one at a time: a thousand essays keep one thread."""
        count = ask_afresh(essays.order_by().values_list("pk", flat=True))
        queue(sweep.delay, late="Essays to be indexed again wait for a minute: the queue is down.")
        what = "1 essay is" if count == 1 else f"{count} essays are"
        messages.info(request, f"{what} being indexed again.")

    def view_on_site(self, essay: Essay) -> str:
        """What readers cannot see is shown to the author alone."""
        if essay.visibility == Visibility.PUBLIC.value:
            return essay.get_absolute_url()
        return reverse("admin:essay_preview", args=[essay.pk])

    def formfield_for_dbfield(self, db_field: Any, request: Any, **options: Any) -> Any:
        if db_field.name in ESSAY_WIDGETS:
            options["widget"] = ESSAY_WIDGETS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **options)

    def get_queryset(self, request: HttpRequest) -> Any:
        counts = (
            Chunk.objects.filter(essay=models.OuterRef("pk"))
            .order_by()
            .values("essay")
            .annotate(count=models.Count("pk"))
            .values("count")
        )
        return (
            super()
            .get_queryset(request)
            .annotate(chunks_counted=Coalesce(models.Subquery(counts), 0))
        )

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Essay | None:
        """Locked while it is saved, or a save would undo what a worker indexed meanwhile."""
        essay: Essay | None = super().get_object(request, object_id, from_field)
        if essay is not None and request.method == "POST":
            essay = Essay.objects.select_for_update(no_key=True).filter(pk=essay.pk).first()
        return essay

    def save_model(self, request: HttpRequest, obj: Essay, form: Any, change: bool) -> None:
        """Who may read it is the author's own word now: no import may take it for its own."""
        if "visibility" in form.changed_data:
            obj.visibility_reason = ""
        super().save_model(request, obj, form, change)

    @admin.display(description="chunks", ordering="chunks_counted")
    def chunk_count(self, essay: Any) -> int:
        return int(essay.chunks_counted)

    @admin.display(description="indexed", boolean=True)
    def indexed(self, essay: Essay) -> bool | None:
        if essay.visibility == "private":
            return None
        return bool(essay.indexed_key == essay.text_key)
