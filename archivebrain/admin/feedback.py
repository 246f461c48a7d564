"""The author's desk for what readers made of answers, and for what the author makes of that."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, re_path, reverse
from django.utils.html import format_html, format_html_join

from archivebrain.evaluation.cases import Expect, Kind
from archivebrain.evaluation.desk_cases import CaseFault, Wish, as_file, make_case
from archivebrain.models import Feedback, GoldenCase, KeptAnswer
from archivebrain.models.feedback import Reason
from archivebrain.models.kept import State
from ledger.models import Concept
from retrieval.desk import ReadOnly
from retrieval.types import MAX_QUESTION_CHARACTERS

_LINES = forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})


class WrongForm(forms.Form):
    """What should have come back in place of a wrong answer."""

    question = forms.CharField(
        max_length=MAX_QUESTION_CHARACTERS,
        widget=_LINES,
        help_text="As a reader would ask it. Unless the answer was kept, nobody has the words.",
    )
    kind = forms.ChoiceField(choices=[(one.value, one.value) for one in Kind])
    expect = forms.ChoiceField(choices=[(one.value, one.value) for one in Expect])
    sources = forms.CharField(
        required=False, widget=_LINES, help_text="Slugs of the essays to be cited, one a line."
    )
    must_say = forms.CharField(
        required=False, widget=_LINES, help_text="Words that the answer has to have, one a line."
    )
    must_not_say = forms.CharField(
        required=False, widget=_LINES, help_text="Words that it must not have, one a line."
    )
    reasons = forms.MultipleChoiceField(
        choices=[(one.value, one.value.replace("_", " ")) for one in Reason],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def wish(self) -> Wish:
        given = self.cleaned_data
        lists = {
            name: tuple(filter(None, map(str.strip, given[name].splitlines())))
            for name in ("sources", "must_say", "must_not_say")
        }
        return Wish(given["question"], Kind(given["kind"]), Expect(given["expect"]), **lists)


@admin.register(Feedback)
class FeedbackAdmin(ReadOnly, admin.ModelAdmin[Feedback]):
    """Which answers did not serve, and why?"""

    list_display = ("given_at", "verdict", "why", "answer_id", "next_step")
    list_filter = ("verdict",)
    ordering = ("-given_at", "pk")
    list_per_page = 100
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.wrong_view)
        own = [re_path(r"^(?P<answer_id>[0-9a-f]{32})/wrong/$", view, name="answer_wrong")]
        return own + super().get_urls()

    @admin.display(description="reasons")
    def why(self, feedback: Feedback) -> str:
        return ", ".join(feedback.reasons) or "none given"

    @admin.display(description="and now")
    def next_step(self, feedback: Feedback) -> str:
        return _wrong_link(feedback.answer_id)

    def wrong_view(self, request: HttpRequest, answer_id: str) -> HttpResponse:
        """Marks an answer wrong: it becomes a golden case, or leads to the ledger."""
        if not request.user.has_perm("archivebrain.add_goldencase"):
            raise PermissionDenied
        kept = KeptAnswer.objects.filter(answer_id=answer_id).first()
        form = WrongForm(request.POST or None, initial=_initial(answer_id, kept))
        made = _made(answer_id, form) if form.is_valid() else None
        context = {
            **self.admin_site.each_context(request),
            "title": "What should have come back?",
            "form": form,
            "kept": kept,
            "made": made,
            "lines": as_file(made) if made else "",
            "ledger_links": _ledger_links(kept),
        }
        status = 422 if form.is_bound and not made else 200
        return TemplateResponse(request, "admin/archivebrain/wrong.html", context, status=status)


@admin.register(KeptAnswer)
class KeptAnswerAdmin(ReadOnly, admin.ModelAdmin[KeptAnswer]):
    """Which answers do readers keep, and which of them no longer stand?"""

    list_display = ("question", "kept_at", "not_standing", "next_step")
    ordering = ("-kept_at", "pk")
    list_per_page = 50
    show_full_result_count = False
    fields = ("question", "searched_for", "told", "sources", "kept_at", "verified_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever runs a site must be able to take something off it."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_queryset(self, request: HttpRequest) -> Any:
        changed = Count("evidence", filter=~Q(evidence__state=State.STANDS.value))
        return super().get_queryset(request).annotate(changed_count=changed)

    @admin.display(description="sources that changed", ordering="changed_count")
    def not_standing(self, kept: Any) -> int:
        return int(kept.changed_count)

    @admin.display(description="and now")
    def next_step(self, kept: KeptAnswer) -> str:
        return _wrong_link(kept.answer_id)

    @admin.display(description="answer")
    def told(self, kept: KeptAnswer) -> str:
        return format_html_join("", "<p>{}</p>", ((one["text"],) for one in kept.sentences))

    @admin.display(description="evidence")
    def sources(self, kept: KeptAnswer) -> str:
        lines = ((one.n, one.state, one.title, one.quote) for one in kept.evidence.all())
        return format_html_join("", "<div>[{}] {}: {} “{}”</div>", lines)


def _wrong_link(answer_id: str) -> str:
    address = reverse("admin:answer_wrong", args=[answer_id])
    return format_html('<a href="{}">It was wrong</a>', address)


def _initial(answer_id: str, kept: KeptAnswer | None) -> dict[str, Any]:
    feedback = Feedback.objects.filter(answer_id=answer_id).first()
    return {
        "question": (kept.searched_for or kept.question) if kept else "",
        "kind": Kind.EXACT.value,
        "reasons": feedback.reasons if feedback else [],
    }


def _made(answer_id: str, form: WrongForm) -> GoldenCase | None:
    try:
        return make_case(answer_id, form.wish(), form.cleaned_data["reasons"])
    except CaseFault as fault:
        form.add_error(None, str(fault))
        return None


def _ledger_links(kept: KeptAnswer | None) -> Iterable[tuple[str, str]]:
    """Where a new row of the ledger is written, with each concept of the answer filled in."""
    form = reverse("admin:ledger_position_add")
    slugs = {one["concept"] for one in kept.positions} if kept else set()
    named = Concept.objects.filter(slug__in=slugs).order_by("name")
    return [(f"on {one.name}", f"{form}?concept={one.pk}") for one in named] or [("", form)]
