"""Essays and the glossary, for programs; what is not public does not exist here."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import F
from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, NoFields, query_of
from archivebrain.api.describing import described
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
        page = query_of(request, PageQuery)
        limit, offset = page["limit"], page["offset"]
        essays = Essay.objects.public().defer("body")
        newest = essays.order_by(F("published_on").desc(nulls_last=True), "title", "pk")
        listed = [brief_essay(essay) for essay in newest[offset : offset + limit]]
        return Response(_page(listed, count=essays.count(), limit=limit, offset=offset))


def _page(listed: list[Any], *, count: int, limit: int, offset: int) -> dict[str, Any]:
    return {
        "count": count,
        "next": _link(limit, offset + limit) if offset + limit < count else None,
        "previous": _link(limit, max(0, offset - limit)) if offset else None,
        "results": listed,
    }


def _link(limit: int, offset: int) -> str:
    query = urlencode({"limit": limit, "offset": offset})
    return f"{settings.ARCHIVEBRAIN_SITE_URL}{reverse('api-essays')}?{query}"


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
