"""The search page: passages, without an answer, as soon as a reader pauses in typing."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from archivebrain.access.limits import SEARCH, given_back_on_failure, spend
from archivebrain.answering import questions
from archivebrain.answering.types import Question, QuestionFault, Surface
from archivebrain.web.findings import by_essay
from archivebrain.web.limiting import refusal, searcher, with_headers
from archivebrain.web.search_form import (
    Wanted,
    kind_choices,
    language_choices,
    wanted_from,
    year_choices,
)
from retrieval import tracing
from retrieval.search import search

# Enough for ten essays, though some of them have several passages.
PASSAGES = 24
# The field whose own requests come while a reader types.
FIELD = "q"
# A letter alone matches everything a little.
LEAST_TYPED = 2
TOO_MUCH_TYPING = "Results while you type rest for a moment. Press Enter to search."


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, and what was found for ``q`` if it was given."""
    try:
        wanted = wanted_from(request.GET.dict())
    except QuestionFault as fault:
        asked = Wanted(request.GET.get("q"))
        return _reply(request, asked, {"fault": str(fault)}, status=422)
    if wanted.typed is None or _is_too_short(request, wanted.typed):
        return _reply(request, wanted, {})
    who = searcher(request, is_typing=_is_typing(request))
    verdict = spend(who, SEARCH)
    if not verdict.is_allowed:
        told = TOO_MUCH_TYPING if _is_typing(request) else refusal(verdict)
        return with_headers(_reply(request, wanted, {"fault": told}, status=429), verdict)
    try:
        with given_back_on_failure(who, SEARCH):
            response = _reply(request, wanted, _found(request, wanted, wanted.typed))
    except QuestionFault as fault:
        response = _reply(request, wanted, {"fault": str(fault)}, status=422)
    return with_headers(response, verdict)


def _is_typing(request: HttpRequest) -> bool:
    return bool(_htmx(request).trigger == FIELD)


def _is_too_short(request: HttpRequest, typed: str) -> bool:
    return _is_typing(request) and len(typed.strip()) < LEAST_TYPED


def _found(request: HttpRequest, wanted: Wanted, typed: str) -> dict[str, object]:
    """What is typed and never sent leaves no trace: it is a part of a question, not one."""
    query = questions.clean(Question(text=typed)).text
    found = search(query, scope=wanted.scope, limit=PASSAGES)
    if not _is_typing(request):
        tracing.record(query, found, surface=Surface.PAGE, outcome=tracing.SEARCHED)
    has_words = any(one.lanes.get("keyword") for one in found.passages)
    return {
        "essays": by_essay(query, found.passages),
        "is_searched": True,
        "is_degraded": bool(found.degraded),
        "has_words": has_words,
    }


def _reply(
    request: HttpRequest, wanted: Wanted, context: Mapping[str, object], *, status: int = 200
) -> HttpResponse:
    """The results alone for htmx, the whole page for everybody else."""
    is_part = bool(_htmx(request))
    template = "search/_results.html" if is_part else "search/page.html"
    known = {"wanted": wanted, **context, **({} if is_part else _choices(wanted))}
    response = render(request, template, known, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Trigger"])
    if is_part and status == 200:
        _put_in_history(response, wanted.address, _htmx(request).current_url_abs_path or "")
    return response


def _choices(wanted: Wanted) -> dict[str, object]:
    return {
        "years": year_choices(wanted.year),
        "kinds": kind_choices(wanted.kind),
        "languages": language_choices(wanted.language),
    }


def _put_in_history(response: HttpResponse, address: str, current: str) -> None:
    """Going back leads to the search before, not to half a word of this one."""
    if address == current:
        response.headers["HX-Push-Url"] = "false"
    elif goes_on(current, address):
        response.headers["HX-Replace-Url"] = address
    else:
        response.headers["HX-Push-Url"] = address


def goes_on(current: str, address: str) -> bool:
    """Whether one search is the other with more or fewer words at its end."""
    before, after = (parse_qs(urlsplit(one).query) for one in (current, address))
    (old,), (new,) = before.pop("q", [""]), after.pop("q", [""])
    return before == after and bool(new) and (new.startswith(old) or old.startswith(new))


def _htmx(request: HttpRequest) -> Any:
    """Set by HtmxMiddleware."""
    return request.htmx  # type: ignore[attr-defined]
