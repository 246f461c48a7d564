"""The search page: passages, without an answer."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from archivebrain.access.limits import SEARCH, given_back_on_failure
from archivebrain.access.principals import visitor
from archivebrain.answering import questions
from archivebrain.answering.types import Question, QuestionFault, Surface
from archivebrain.web.limiting import charge, refusal, with_headers
from retrieval import tracing
from retrieval.links import deep_link
from retrieval.search import search
from retrieval.types import Passage

RESULT_COUNT = 10
EXCERPT_CHARACTERS = 320


@dataclass(frozen=True, slots=True)
class Result:
    """A passage as the page shows it."""

    passage: Passage
    link: str
    excerpt: str


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, and the passages for ``q`` if it was given."""
    if "q" not in request.GET:
        return _reply(request, {})
    typed = request.GET["q"]
    verdict = charge(request, SEARCH)
    if verdict.is_allowed:
        response = _searched(request, typed)
    else:
        response = _reply(request, {"query": typed, "fault": refusal(verdict)}, status=429)
    return with_headers(response, verdict)


def _searched(request: HttpRequest, typed: str) -> HttpResponse:
    try:
        with given_back_on_failure(visitor(request.META), SEARCH):
            query = questions.clean(Question(text=typed)).text
            return _reply(request, {"query": query, **_found(query)})
    except QuestionFault as fault:
        return _reply(request, {"query": typed, "fault": str(fault)}, status=422)


def _reply(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The results alone for htmx, the whole page for everybody else."""
    template = "search/_results.html" if request.htmx else "search/page.html"  # type: ignore[attr-defined]  # set by HtmxMiddleware
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _found(query: str) -> dict[str, object]:
    found = search(query, limit=RESULT_COUNT)
    tracing.record(query, found, surface=Surface.PAGE, outcome=tracing.SEARCHED)
    results = [_result(passage) for passage in found.passages]
    return {"results": results, "is_degraded": bool(found.degraded)}


def _result(passage: Passage) -> Result:
    excerpt = _cut(passage.plain)
    site, slug = settings.ARCHIVEBRAIN_SITE_URL, passage.essay.slug
    return Result(
        passage=passage,
        link=deep_link(site, slug, anchor=passage.anchor, quote=_first_line(passage.plain)),
        excerpt=excerpt,
    )


def _first_line(plain: str) -> str:
    return plain.strip().split("\n", 1)[0]


def _cut(plain: str) -> str:
    """The opening of a passage, cut between words."""
    text = " ".join(plain.split())
    if len(text) <= EXCERPT_CHARACTERS:
        return text
    return text[:EXCERPT_CHARACTERS].rsplit(" ", 1)[0] + " …"
