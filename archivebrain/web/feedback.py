"""A reader's verdict on an answer: two buttons and fixed reasons, and none of their words."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from archivebrain.access.limits import SEARCH
from archivebrain.models import Feedback
from archivebrain.models.feedback import ANSWER_ID, Reason, Verdict
from archivebrain.web.limiting import charge, refusal, with_headers

NOT_AN_ANSWER = "This is no verdict on an answer of this site. Ask again, and judge the new answer."


class FeedbackForm(forms.Form):
    """What the buttons under an answer send."""

    answer = forms.RegexField(ANSWER_ID, strip=False)
    verdict = forms.ChoiceField(choices=[(word.value, word.value) for word in Verdict])
    reasons = forms.MultipleChoiceField(
        choices=[(word.value, word.value) for word in Reason], required=False
    )


@require_POST
def give(request: HttpRequest) -> HttpResponse:
    """Keep one verdict; a second one on the same answer takes the place of the first."""
    verdict = charge(request, SEARCH)
    if not verdict.is_allowed:
        return with_headers(_said(request, refusal(verdict), status=429), verdict)
    form = FeedbackForm(request.POST)
    if not form.is_valid():
        return with_headers(_said(request, NOT_AN_ANSWER, status=422), verdict)
    given = form.cleaned_data
    Feedback.give(given["answer"], Verdict(given["verdict"]), given["reasons"])
    return with_headers(_said(request, ""), verdict)


def _said(request: HttpRequest, fault: str, *, status: int = 200) -> HttpResponse:
    """A line in place of the buttons for htmx, a page for everybody else."""
    is_line = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    name = "answers/_thanks.html" if is_line else "answers/thanks.html"
    return render(request, name, {"fault": fault}, status=status)
