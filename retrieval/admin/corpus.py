"""The writer's desk for essays: what is public, what is indexed, what a search sees."""

from textwrap import shorten
from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html

from retrieval.desk import InGraph, ReadOnly
from retrieval.models import Chunk, Essay, GlossaryTerm, Publication, RetrievalTrace

OPENING_CHARACTERS = 90
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


@admin.register(Essay)
class EssayAdmin(InGraph[Essay]):
    """What have I published, and does the brain know it?"""

    list_display = ("title", "published_on", "doc_type", "visibility", "indexed", "chunk_count")
    list_filter = ("visibility", IndexedFilter, "doc_type", "language")
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
                    "source_root",
                    "source_path",
                    "imported_at",
                ),
                "classes": ("collapse",),
            },
        ),
    )

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


@admin.register(Chunk)
class ChunkAdmin(ReadOnly, admin.ModelAdmin[Chunk]):
    """What exactly does a search see? Read only: chunks are made from essays."""

    list_display = ("essay", "ordinal", "heading", "opening", "token_count")
    list_select_related = ("essay",)
    search_fields = ("plain", "essay__title")
    ordering = ("essay", "ordinal")
    list_per_page = 50
    show_full_result_count = False
    fields = ("essay_link", "heading", "plain", "text", "token_count", "key", "content_hash")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("essay__body", "text")

    @admin.display(description="under")
    def heading(self, chunk: Chunk) -> str:
        return " > ".join(chunk.heading_path) or "the opening"

    @admin.display(description="opening")
    def opening(self, chunk: Chunk) -> str:
        return shorten(chunk.plain, OPENING_CHARACTERS, placeholder=" …")

    @admin.display(description="essay")
    def essay_link(self, chunk: Chunk) -> str:
        return format_html('<a href="{}">{}</a>', chunk.essay.get_absolute_url(), chunk.essay)


@admin.register(GlossaryTerm)
class GlossaryTermAdmin(InGraph[GlossaryTerm]):
    """Which words do I use in my own sense?"""

    list_display = ("term", "definition")
    search_fields = ("term", "definition")
    ordering = ("term",)


@admin.register(RetrievalTrace)
class RetrievalTraceAdmin(ReadOnly, admin.ModelAdmin[RetrievalTrace]):
    """Where does the time go, and why did a passage rank where it did? Without any question."""

    list_display = ("made_at", "surface", "outcome", "total_ms", "best", "degraded")
    list_filter = ("surface", "outcome", "made_at")
    ordering = ("-made_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    @admin.display(description="ms")
    def total_ms(self, trace: RetrievalTrace) -> int:
        return round(float(sum(trace.timings_ms.values())))

    @admin.display(description="best passage")
    def best(self, trace: RetrievalTrace) -> str:
        if not trace.passages:
            return "nothing found"
        first = trace.passages[0]
        return f"{first['base']:.4f} × {first['boost']:.2f}"
