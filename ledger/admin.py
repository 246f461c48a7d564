"""The author's desk for positions: which receipts fail, and which views still hold?

Where a row stands is computed and shown; no field of this desk can state it.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.db.models import Case, Count, Value, When
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator

from ledger.models import Concept, Finding, Position
from ledger.receipts import Verdict, check
from ledger.validation import faults_with, row_of, texts_of, validate

_LINE = AdminTextInputWidget(attrs={"class": "vLargeTextField"})
_LINES = AdminTextareaWidget(attrs={"rows": 3})
WIDGETS = {
    **dict.fromkeys(("key", "essay_slug", "slug", "name"), _LINE),
    **dict.fromkeys(("stance", "receipt", "because", "note"), _LINES),
}
OTHER_FAULT = "other fault"
STANCE_CHARACTERS = 90


class PositionForm(forms.ModelForm[Position]):
    """Refuses what would add a fault to the ledger; an old fault does not bar a mend."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            before = frozenset(_faults_now(self.instance.pk))
            edited = Position(**cleaned)
            old_key = Position.objects.filter(pk=self.instance.pk).values_list("key", flat=True)
            faults = faults_with(row_of(edited), instead_of=old_key.first() or "")
            for sentence in faults:
                if sentence not in before:
                    self.add_error(None, sentence[:1].upper() + sentence[1:])
        return cleaned


class ReceiptFilter(admin.SimpleListFilter):
    """Which receipts fail?"""

    title = "receipt"
    parameter_name = "receipt"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("fails", "any fault"), *((word.value, word.value) for word in Verdict)]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "fails":
            return queryset.exclude(verdict=Verdict.VERIFIED.value)
        return queryset.filter(verdict=self.value()) if self.value() else queryset


class LifecycleFilter(admin.SimpleListFilter):
    """Which views still hold?"""

    title = "lifecycle"
    parameter_name = "lifecycle"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(word, word) for word in ("held", "superseded", "retracted")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(lifecycle=self.value()) if self.value() else queryset


@admin.register(Position)
class PositionAdmin(admin.ModelAdmin[Position]):
    """Which receipts fail, and which views still hold?"""

    form = PositionForm
    list_display = ("key", "on", "said", "dated", "lifecycle", "label", "receipt_verdict")
    list_select_related = ("concept",)
    list_filter = (ReceiptFilter, LifecycleFilter, "concept", "basis")
    search_fields = ("key", "stance", "receipt", "essay_slug")
    ordering = ("concept__name", "dated", "pk")
    list_per_page = 100
    show_full_result_count = False
    autocomplete_fields = ("concept", "supersedes", "reaffirms")
    readonly_fields = ("lifecycle", "label", "receipt_verdict", "side_by_side", "faults")
    fieldsets = (
        (None, {"fields": ("key", "concept", "stance")}),
        (
            "Evidence",
            {
                "fields": ("essay_slug", "receipt", ("dated", "basis")),
                "description": "The receipt stands in the essay character for character; "
                "at least five words. The date is the essay's, unless the basis says otherwise.",
            },
        ),
        (
            "What it changes",
            {"fields": ("change", "supersedes", "reaffirms", "because", "retracted_on", "note")},
        ),
        (
            "Computed",
            {
                "fields": ("lifecycle", "label", "receipt_verdict", "side_by_side", "faults"),
                "description": "Nobody types these in: they follow from the rows and the essays.",
            },
        ),
    )

    def formfield_for_dbfield(self, db_field: Any, request: Any, **options: Any) -> Any:
        if db_field.name in WIDGETS:
            options["widget"] = WIDGETS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **options)

    def get_queryset(self, request: HttpRequest) -> Any:
        verdicts: dict[str, list[str]] = {}
        for fault in validate().faults:
            word = fault.receipt.verdict.value if fault.receipt else OTHER_FAULT
            verdicts.setdefault(word, []).append(fault.key)
        whens = [When(key__in=keys, then=Value(word)) for word, keys in sorted(verdicts.items())]
        verdict = Case(
            *whens, default=Value(Verdict.VERIFIED.value), output_field=models.CharField()
        )
        return Position.objects.with_lifecycle().annotate(verdict=verdict)

    @admin.display(description="concept", ordering="concept__name")
    def on(self, position: Position) -> str:
        return position.concept.name

    @admin.display(description="stance", ordering="stance")
    def said(self, position: Position) -> str:
        return Truncator(position.stance).chars(STANCE_CHARACTERS)

    @admin.display(description="lifecycle", ordering="lifecycle", empty_value="not saved yet")
    def lifecycle(self, position: Any) -> str | None:
        return getattr(position, "lifecycle", None)

    @admin.display(description="label", ordering="label", empty_value="not saved yet")
    def label(self, position: Any) -> str | None:
        return getattr(position, "label", None)

    @admin.display(description="receipt", ordering="verdict", empty_value="not saved yet")
    def receipt_verdict(self, position: Any) -> str | None:
        return getattr(position, "verdict", None)

    @admin.display(description="receipt and essay", empty_value="not saved yet")
    def side_by_side(self, position: Position) -> str | None:
        if position.pk is None:
            return None
        essay = texts_of([position.essay_slug]).get(position.essay_slug)
        checked = check(position.receipt, essay.text if essay else None)
        return format_html(
            "<table><thead><tr><th>The receipt</th><th>The essay</th></tr></thead>"
            "<tbody><tr><td>{}</td><td>{}</td></tr></tbody></table>",
            position.receipt,
            checked.words or "Nothing in it comes near.",
        )

    @admin.display(description="faults", empty_value="not saved yet")
    def faults(self, position: Position) -> str | None:
        if position.pk is None:
            return None
        sentences = _faults_now(position.pk)
        return format_html_join("", "<p>{}</p>", ((line,) for line in sentences)) or "none"


def _faults_now(pk: int | None) -> tuple[str, ...]:
    stored = Position.objects.filter(pk=pk).first() if pk else None
    return faults_with(row_of(stored)) if stored else ()


@admin.register(Concept)
class ConceptAdmin(admin.ModelAdmin[Concept]):
    """What do I have views on?"""

    list_display = ("name", "slug", "other_names", "position_count")
    search_fields = ("name", "slug")
    ordering = ("name",)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **options: Any) -> Any:
        if db_field.name in WIDGETS:
            options["widget"] = WIDGETS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **options)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(positions_counted=Count("positions"))

    @admin.display(description="other names")
    def other_names(self, concept: Concept) -> str:
        return ", ".join(concept.aliases)

    @admin.display(description="positions", ordering="positions_counted")
    def position_count(self, concept: Any) -> int:
        return int(concept.positions_counted)


@admin.register(Finding)
class FindingAdmin(admin.ModelAdmin[Finding]):
    """What did the night find, and since when is it broken? Gone once it is mended.

    One that is deleted by hand comes back with the next night.
    """

    list_display = ("position", "fault", "found_at")
    list_select_related = ("position",)
    ordering = ("-found_at", "pk")
    fields = ("position", "fault", "nearest", "found_at")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
