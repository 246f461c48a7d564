"""The page "Did I really say that?": quoted words in, where they stand out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from archivebrain.access.limits import SEARCH, given_back_on_failure
from archivebrain.access.principals import visitor
from archivebrain.answering.types import QuoteFault
from archivebrain.answering.verifying import verify
from archivebrain.web.limiting import charge, refusal, with_headers


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, or say where the posted words stand. They are kept nowhere."""
    if request.method != "POST":
        return _reply(request, {})
    quote, essay = request.POST.get("quote", ""), request.POST.get("essay", "")
    verdict = charge(request, SEARCH)
    if verdict.is_allowed:
        response = _verified(request, quote, essay)
    else:
        asked = {"quote": quote, "essay": essay}
        response = _reply(request, {**asked, "fault": refusal(verdict)}, status=429)
    return with_headers(response, verdict)


def _verified(request: HttpRequest, quote: str, essay: str) -> HttpResponse:
    asked = {"quote": quote, "essay": essay}
    try:
        with given_back_on_failure(visitor(request.META), SEARCH):
            found = verify(quote, essay=essay)
    except QuoteFault as fault:
        return _reply(request, {**asked, "fault": str(fault)}, status=422)
    return _reply(request, {**asked, "verification": found})


def _reply(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The verdict alone for htmx, the whole page for everybody else."""
    template = "verify/_verdict.html" if request.htmx else "verify/page.html"  # type: ignore[attr-defined]  # set by HtmxMiddleware
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
