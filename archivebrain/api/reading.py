"""Essays and the glossary, for programs; what is not public does not exist here."""

from django.db.models import F
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, NoFields, query_of
from archivebrain.api.describing import described
from archivebrain.api.paging import part_of
from archivebrain.api.requests import PageQuery
from archivebrain.api.shapes import EssayPage, TermShape, WholeEssay
from archivebrain.documents import (
    brief_essay,
    essay_called,
    term_called,
    term_document,
    whole_essay,
)
from retrieval.models import Essay


class Essays(ApiView):
    """Every public essay, newest first, undated ones last."""

    @described(EssayPage, summary="List the essays", query=PageQuery)
    def get(self, request: Request) -> Response:
        wanted = query_of(request, PageQuery)
        essays = Essay.objects.public().defer("body")
        newest = essays.order_by(F("published_on").desc(nulls_last=True), "title", "pk")
        return Response(part_of(newest, brief_essay, wanted, request, count=essays.count()))


class OneEssay(ApiView):
    """One public essay with its text."""

    @described(WholeEssay, summary="Read an essay")
    def get(self, request: Request, slug: str) -> Response:
        query_of(request, NoFields)
        essay = essay_called(slug)
        if essay is None:
            raise Http404
        return Response(whole_essay(essay))


class OneTerm(ApiView):
    """One term of the author's, by any of its names, with the public essays that use it."""

    @described(TermShape, summary="Look up a term")
    def get(self, request: Request, term: str) -> Response:
        query_of(request, NoFields)
        found = term_called(term)
        if found is None:
            raise Http404
        return Response(term_document(found))
