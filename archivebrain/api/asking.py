"""Ask and search: the same answers and passages that every surface gives."""

from django.conf import settings
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.access.limits import ASK, SEARCH, given_back_on_failure
from archivebrain.answering import payloads, questions
from archivebrain.answering.engine import ask
from archivebrain.answering.events import CONTENT_TYPE, HEADERS, events
from archivebrain.answering.types import Question, Surface
from archivebrain.api.base import ApiView, body_of, query_of
from archivebrain.api.cors import SURFACE_HEADER
from archivebrain.api.describing import described
from archivebrain.api.requests import AskRequest, SearchQuery
from archivebrain.api.shapes import AnswerShape, SearchResults
from retrieval import tracing
from retrieval.payloads import payload_of
from retrieval.search import search
from retrieval.types import DocType, Scope, Span


class Ask(ApiView):
    """Answers a question from the public writing, with the words that bear it out."""

    cost = ASK

    @described(AnswerShape, summary="Ask a question", body=AskRequest)
    def post(self, request: Request) -> HttpResponseBase:
        asked = body_of(request, AskRequest)
        surface = _surface_of(request)
        earlier = tuple(turn["question"] for turn in asked.get("conversation") or ())
        question = Question(asked["question"], asked.get("as_of"), surface, earlier)
        if asked["stream"]:
            paid = given_back_on_failure(self.principal, self.cost)
            told = events(questions.clean(question), within=paid)
            return StreamingHttpResponse(told, content_type=CONTENT_TYPE, headers=HEADERS)
        return Response(payloads.payload_of(ask(question)))


def _surface_of(request: Request) -> Surface:
    """The widget says that it is one; it changes what is counted, never what is answered."""
    is_widget = request.headers.get(SURFACE_HEADER) == Surface.WIDGET
    return Surface.WIDGET if is_widget else Surface.API


class Search(ApiView):
    """Finds passages of the public writing, by meaning and by words."""

    cost = SEARCH

    @described(SearchResults, summary="Find passages", query=SearchQuery)
    def get(self, request: Request) -> Response:
        wanted = query_of(request, SearchQuery)
        kind = DocType(wanted["type"]) if "type" in wanted else None
        span = Span.of_year(wanted["year"]) if "year" in wanted else None
        scope = Scope(wanted.get("as_of"), span, kind, wanted.get("language"))
        found = search(wanted["q"], scope=scope, limit=wanted["limit"])
        tracing.record(wanted["q"], found, surface=Surface.API, outcome=tracing.SEARCHED)
        return Response(payload_of(wanted["q"], found, site_url=settings.ARCHIVEBRAIN_SITE_URL))
