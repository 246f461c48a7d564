"""The streaming page: the same answer as everywhere, told sentence by sentence."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from archivebrain.access.limits import ASK, given_back_on_failure
from archivebrain.access.principals import Principal, visitor
from archivebrain.answering import questions
from archivebrain.answering.engine import ask
from archivebrain.answering.events import CONTENT_TYPE, HEADERS, events
from archivebrain.answering.types import Answer, Question, QuestionFault, Surface
from archivebrain.web.conversations import carried, oldest_first
from archivebrain.web.limiting import charge, refusal, with_headers
from archivebrain.web.turns import Turn
from gaps.retention import KEPT_DAYS

# The id of the form that a turn's hidden question belongs to.
FORM = "stream-form"


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponseBase:
    """The form; posted by a browser without scripts a whole page, else a stream of events."""
    if request.method != "POST":
        return _page(request, {})
    asked = request.POST.get("question", "")
    verdict = charge(request, ASK)
    if not verdict.is_allowed:
        return with_headers(_fault(request, refusal(verdict), asked, status=429), verdict)
    return with_headers(_answered(request, asked), verdict)


def _answered(request: HttpRequest, asked: str) -> HttpResponseBase:
    who = visitor(request.META)
    try:
        with given_back_on_failure(who, ASK):
            earlier = oldest_first(carried(request))
            typed = Question(text=asked, surface=Surface.STREAM, earlier=earlier)
            question = questions.clean(typed)
            if not _wants_events(request):
                turn = Turn.of(question.text, ask(question))
                return _page(request, {"turn": turn, "asked": asked})
    except QuestionFault as fault:
        return _fault(request, str(fault), asked, status=422)
    return _stream(request, question, who)


def _stream(request: HttpRequest, question: Question, who: Principal) -> StreamingHttpResponse:
    def drawn(answer: Answer) -> str:
        turn = Turn.of(question.text, answer)
        return render_to_string("ask/_turn.html", {"turn": turn, "form": FORM}, request=request)

    told = events(question, within=given_back_on_failure(who, ASK), page=drawn)
    return StreamingHttpResponse(told, content_type=CONTENT_TYPE, headers=HEADERS)


def _wants_events(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith(CONTENT_TYPE)


def _fault(request: HttpRequest, sentence: str, asked: str, *, status: int) -> HttpResponse:
    found: dict[str, object] = {"fault": sentence, "asked": asked}
    if _wants_events(request):
        return render(request, "ask/_turn.html", found, status=status)
    return _page(request, found, status=status)


def _page(request: HttpRequest, found: dict[str, object], *, status: int = 200) -> HttpResponse:
    context = {
        "kept_days": KEPT_DAYS,
        "earlier": carried(request),
        "form": FORM,
        **found,
    }
    response = render(request, "stream/page.html", context, status=status)
    patch_vary_headers(response, ["Accept"])
    return response
