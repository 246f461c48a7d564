"""The author's desk for positions: which receipts fail, and which views still hold?

Where a row stands is computed and shown; no field of this desk can state it.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.db.models import Case, Count, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator

from ledger.models import Concept, Finding, Position
from ledger.receipts import ReceiptCheck, Verdict, check
from ledger.validation import new_faults, row_of, stored_faults, texts_of
from retrieval.admin.graph import ROWS, RowBehind
from retrieval.desk import InGraph
from retrieval.types import NodeKind

_LINE = AdminTextInputWidget(attrs={"class": "vLargeTextField"})
_LINES = AdminTextareaWidget(attrs={"rows": 3})
WIDGETS = {
    **dict.fromkeys(("key", "essay_slug", "slug", "name"), _LINE),
    **dict.fromkeys(("stance", "receipt", "because", "note"), _LINES),
}
STANCE_CHARACTERS = 90
ROWS |= {
    NodeKind.CONCEPT: RowBehind(Concept, key="slug", name="name"),
    NodeKind.POSITION: RowBehind(Position, key="key", name="stance"),
}


class PositionForm(forms.ModelForm[Position]):
    """Refuses what would add a fault to the ledger, in this row or in another one.

    An old fault does not bar a mend.
    """

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            edited = row_of(Position(**cleaned))
            old_key = Position.objects.filter(pk=self.instance.pk).values_list("key", flat=True)
            for fault in new_faults(edited, instead_of=old_key.first() or ""):
                mine = fault.sentence[:1].upper() + fault.sentence[1:]
                other = f"This would break {fault.key!r}: {fault.sentence}"
                self.add_error(None, mine if fault.key == edited.key else other)
        return cleaned


class ReceiptFilter(admin.SimpleListFilter):
    """Which receipts fail?"""

    title = "receipt"
    parameter_name = "receipt"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("fails", "any that fails"), *((word.value, word.value) for word in Verdict)]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "fails":
            return queryset.exclude(verdict=Verdict.VERIFIED.value)
        return queryset.filter(verdict=self.value()) if self.value() else queryset


class OtherFaultFilter(admin.SimpleListFilter):
    """Which rows have a fault beside their receipt?"""

    title = "other faults"
    parameter_name = "faults"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("any", "any"), ("none", "none")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() is None:
            return queryset
        return queryset.filter(has_other_fault=self.value() == "any")


class LifecycleFilter(admin.SimpleListFilter):
    """Which views still hold?"""

    title = "lifecycle"
    parameter_name = "lifecycle"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(word, word) for word in ("held", "superseded", "retracted")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(lifecycle=self.value()) if self.value() else queryset


@admin.register(Position)
class PositionAdmin(InGraph[Position]):
    """Which receipts fail, and which views still hold?"""

    form = PositionForm
    list_display = (
        "key", "on", "said", "dated", "lifecycle", "label", "receipt_verdict", "other_faults",
    )  # fmt: skip
    list_select_related = ("concept",)
    list_filter = (ReceiptFilter, OtherFaultFilter, LifecycleFilter, "concept", "basis")
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
        rows = Position.objects.with_lifecycle()
        # Every receipt is read for a verdict, so only the list of them asks for it.
        match = request.resolver_match
        is_list = match is not None and match.url_name == "ledger_position_changelist"
        return _with_verdicts(rows) if is_list else rows

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
        if position.pk is None:
            return None
        return getattr(position, "verdict", None) or _checked(position).verdict.value

    @admin.display(description="other faults", ordering="has_other_fault")
    def other_faults(self, position: Any) -> str | None:
        return "yes" if position.has_other_fault else None

    @admin.display(description="receipt and essay", empty_value="not saved yet")
    def side_by_side(self, position: Position) -> str | None:
        if position.pk is None:
            return None
        checked = _checked(position)
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
        mine = [fault for fault in stored_faults() if fault.key == position.key]
        return format_html_join("", "<p>{}</p>", ((one.sentence,) for one in mine)) or "none"


def _checked(position: Position) -> ReceiptCheck:
    essay = texts_of([position.essay_slug]).get(position.essay_slug)
    return check(position.receipt, essay.text if essay else None)


def _with_verdicts(rows: QuerySet[Position]) -> QuerySet[Position]:
    """Adds ``verdict``, that of the receipt, and ``has_other_fault``: whatever else is wrong."""
    verdicts: dict[str, list[str]] = {}
    others: set[str] = set()
    for fault in stored_faults():
        if fault.receipt:
            verdicts.setdefault(fault.receipt.verdict.value, []).append(fault.key)
        else:
            others.add(fault.key)
    whens = [When(key__in=keys, then=Value(word)) for word, keys in sorted(verdicts.items())]
    verified = Value(Verdict.VERIFIED.value)
    return rows.annotate(
        verdict=Case(*whens, default=verified, output_field=models.CharField()),
        has_other_fault=Case(
            When(key__in=others, then=True), default=False, output_field=models.BooleanField()
        ),
    )


@admin.register(Concept)
class ConceptAdmin(InGraph[Concept]):
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
