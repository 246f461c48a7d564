"""The glossary pages: the author's own words for things."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from retrieval.models import Essay, GlossaryTerm


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All terms in alphabetical order."""
    terms = sorted(GlossaryTerm.objects.all(), key=lambda term: term.term.casefold())
    return render(request, "glossary/index.html", {"terms": terms})


@require_safe
def term(request: HttpRequest, term: str) -> HttpResponse:
    """One term, its neighbours, and the public essays that use it."""
    # Of "Slack" and "slack" the one that was asked for comes first.
    named = sorted(GlossaryTerm.objects.filter(term__iexact=term), key=lambda one: one.term != term)
    if not named:
        raise Http404
    found = named[0]
    essays = Essay.objects.public().filter(slug__in=found.essays).order_by("published_on", "pk")
    related = GlossaryTerm.objects.filter(term__in=found.related).order_by("term")
    context = {"term": found, "essays": essays, "related": related}
    return render(request, "glossary/term.html", context)
