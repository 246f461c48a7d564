"""The essay pages: what citations point to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from retrieval.models import Essay


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every public essay, newest first, undated ones last."""
    essays = (
        Essay.objects.public()
        .defer("body")
        .order_by("-published_on__year", "-published_on", "title", "pk")
    )
    dated = [essay for essay in essays if essay.published_on]
    undated = [essay for essay in essays if not essay.published_on]
    return render(request, "essays/index.html", {"dated": dated, "undated": undated})


@require_safe
def essay(request: HttpRequest, slug: str) -> HttpResponse:
    """One public essay; any other slug is the ordinary 404."""
    found = get_object_or_404(Essay.objects.public(), slug=slug)
    return render(
        request,
        "essays/page.html",
        {
            "essay": found,
            "publications": found.publications.order_by("platform", "pk"),
        },
    )
