"""The essay pages: what citations point to."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from archivebrain.documents import essay_called
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
    """One public essay; the slug of a copy leads to it, any other is the ordinary 404."""
    found = essay_called(slug)
    if found is None:
        raise Http404
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(
        request,
        "essays/page.html",
        {
            "essay": found,
            "publications": found.publications.public(),
        },
    )
