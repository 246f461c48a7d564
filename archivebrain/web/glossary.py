"""The glossary pages: the author's own words for things."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archivebrain.documents import term_called
from retrieval.models import Essay, GlossaryTerm


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All terms in alphabetical order."""
    terms = sorted(GlossaryTerm.objects.all(), key=lambda term: term.term.casefold())
    return render(request, "glossary/index.html", {"terms": terms})


@require_safe
def term(request: HttpRequest, term: str) -> HttpResponse:
    """One term, its neighbours, and the public essays that use it."""
    found = term_called(term)
    if found is None:
        raise Http404
    essays = Essay.objects.public().filter(slug__in=found.essays).order_by("published_on", "pk")
    related = GlossaryTerm.objects.filter(term__in=found.related).order_by("term")
    context = {"term": found, "essays": essays, "related": related}
    return render(request, "glossary/term.html", context)
