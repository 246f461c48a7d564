"""Answers that their readers kept: the button that keeps one, its page, its deletion."""

from dataclasses import dataclass
from itertools import groupby, starmap
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from archivebrain.access.limits import SEARCH
from archivebrain.answering.keeping import (
    SealBroken,
    delete,
    delete_secret,
    ends_at,
    keep,
)
from archivebrain.answering.reverifying import look_again
from archivebrain.models.kept import KeptAnswer, KeptEvidence, State
from archivebrain.web.limiting import charge, refusal, with_headers
from archivebrain.web.turns import CitedSentence
from retrieval.differing import Stretch, differences

GONE = "What stood here rested on a text that is no longer public."


@dataclass(frozen=True, slots=True)
class Evidence:
    """One numbered source of a kept answer, with what changed in its words."""

    row: KeptEvidence
    differences: tuple[Stretch, ...]

    @classmethod
    def of(cls, row: KeptEvidence) -> "Evidence":
        return cls(row, differences(row.quote, row.now) if row.now else ())


@require_safe
def page(request: HttpRequest, answer: str) -> HttpResponse:
    """The answer with its evidence as it stood and as it stands now; a 404 that says why."""
    kept = KeptAnswer.objects.filter(answer_id=answer).first()
    if kept is None or ends_at(kept) < timezone.now():
        return _unindexed(render(request, "answers/keeping/missing.html", status=404))
    return _unindexed(render(request, "answers/keeping/page.html", _drawn(kept)))


@require_POST
def keep_answer(request: HttpRequest) -> HttpResponse:
    """Keep what the page carries sealed; the reader alone is told how to delete it again."""
    verdict = charge(request, SEARCH)
    if not verdict.is_allowed:
        return with_headers(_said(request, {"fault": refusal(verdict)}, status=429), verdict)
    try:
        kept = keep(request.POST.get("sealed", ""), now=timezone.now())
    except SealBroken as fault:
        return with_headers(_said(request, {"fault": str(fault)}, status=422), verdict)
    context = {"kept": kept, "ends_at": ends_at(kept), "secret": delete_secret(kept.answer_id)}
    return with_headers(_said(request, context), verdict)


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "HEAD", "POST"])
def delete_answer(request: HttpRequest, answer: str, secret: str) -> HttpResponse:
    """A button first, because programs open links; pressing it deletes the answer for good."""
    is_done = request.method == "POST" and delete(answer, secret)
    is_refused = request.method == "POST" and not is_done
    context = {"answer": answer, "is_done": is_done, "is_refused": is_refused}
    status = 404 if is_refused else 200
    response = render(request, "answers/keeping/delete.html", context, status=status)
    response.headers["Referrer-Policy"] = "same-origin"
    return _unindexed(response)


def _drawn(kept: KeptAnswer) -> dict[str, Any]:
    """Looked at again at this moment: the task may be a minute behind."""
    rows = look_again(kept)
    states = [row.state for row in rows] + [one["state"] for one in kept.positions]
    return {
        "kept": kept,
        "ends_at": ends_at(kept),
        "paragraphs": _paragraphs(kept, {row.n: row for row in rows}),
        "evidence": [Evidence.of(row) for row in rows],
        "has_changed": any(state != State.STANDS.value for state in states),
    }


def _paragraphs(
    kept: KeptAnswer, rows: dict[int, KeptEvidence]
) -> tuple[tuple[CitedSentence, ...], ...]:
    def drawn(place: int, one: dict[str, Any]) -> CitedSentence:
        cited = tuple(rows[n] for n in one["citations"] if n in rows) if one["text"] else ()
        return CitedSentence(one["text"] or GONE, cited, key=f"{kept.answer_id}-{place}")

    placed = enumerate(kept.sentences, start=1)
    grouped = groupby(placed, key=lambda pair: pair[1]["paragraph"])
    return tuple(tuple(starmap(drawn, group)) for _, group in grouped)


def _said(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A line in place of the button for htmx, a page for everybody else."""
    is_line = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    name = "_done" if is_line else "done"
    response = render(request, f"answers/keeping/{name}.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    return _unindexed(response)


def _unindexed(response: HttpResponse) -> HttpResponse:
    """A reader's question is for those who were given its address."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response
