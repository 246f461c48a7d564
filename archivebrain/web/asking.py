"""The ask page: a question in, a cited answer out, with or without JavaScript."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from archivebrain.access.limits import ASK, given_back_on_failure
from archivebrain.access.principals import visitor
from archivebrain.answering.engine import ask
from archivebrain.answering.types import Question, QuestionFault, Surface
from archivebrain.web.conversations import carried, oldest_first
from archivebrain.web.limiting import charge, refusal, with_headers
from archivebrain.web.turns import Turn
from gaps.retention import KEPT_DAYS
from retrieval.models import Essay

# The id of the form that a turn's hidden question belongs to.
FORM = "ask-form"


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, or answer the question that was posted."""
    if request.method != "POST":
        return _whole(request, {})
    asked = request.POST.get("question", "")
    verdict = charge(request, ASK)
    if not verdict.is_allowed:
        response = _reply(request, {"fault": refusal(verdict), "asked": asked}, status=429)
    else:
        response = _answered(request, asked)
    return with_headers(response, verdict)


def _answered(request: HttpRequest, asked: str) -> HttpResponse:
    earlier = oldest_first(carried(request))
    try:
        with given_back_on_failure(visitor(request.META), ASK):
            question = Question(text=asked, surface=Surface.PAGE, earlier=earlier)
            turn = Turn.of(asked, ask(question))
    except QuestionFault as fault:
        return _reply(request, {"fault": str(fault), "asked": asked}, status=422)
    return _reply(request, {"turn": turn, "asked": asked})


def _reply(request: HttpRequest, found: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The fragment alone for htmx, the whole page for everybody else."""
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return _whole(request, found, status=status)
    response = render(request, "ask/_turn.html", {"form": FORM, **found}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _whole(request: HttpRequest, found: dict[str, object], *, status: int = 200) -> HttpResponse:
    published = Essay.objects.public()
    context = {
        "kept_days": KEPT_DAYS,
        "earlier": carried(request),
        "form": FORM,
        "essay_count": published.count(),
        "latest": published.filter(published_on__isnull=False).order_by("-published_on", "pk")[:3],
        **found,
    }
    response = render(request, "ask/page.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
