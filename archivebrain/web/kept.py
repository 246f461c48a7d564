"""The address of a single answer, which has no page: no reader's question is to have one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def page(request: HttpRequest, answer: str) -> HttpResponse:
    """A 404 that says why, and where to ask again; the same whether the id was ever given."""
    return render(request, "answers/kept.html", status=404)
