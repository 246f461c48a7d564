"""What the author held, when it changed and why, for programs; every lifecycle is computed."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, NoFields, query_of
from archivebrain.api.describing import described
from archivebrain.api.paging import part_of
from archivebrain.api.requests import LongPageQuery, PositionsQuery
from archivebrain.api.shapes import ConceptPage, ConceptStory, PositionPage
from archivebrain.documents import brief_story, position_document, story_at, whole_story
from ledger.models import Concept
from ledger.positions import of_concepts
from ledger.timeline import stories


class Concepts(ApiView):
    """Every concept with a public position, those that changed most first."""

    @described(ConceptPage, summary="List the concepts", query=LongPageQuery)
    def get(self, request: Request) -> Response:
        wanted, told = query_of(request, LongPageQuery), stories()
        return Response(part_of(told, brief_story, wanted, request, count=len(told)))


class OneConcept(ApiView):
    """One concept's story, oldest first."""

    @described(ConceptStory, summary="Follow a concept")
    def get(self, request: Request, slug: str) -> Response:
        query_of(request, NoFields)
        told = story_at(slug)
        if told is None:
            raise Http404
        return Response(whole_story(told))


class Positions(ApiView):
    """Every public position, concept by concept, as it stands or stood on a day."""

    @described(PositionPage, summary="List the positions", query=PositionsQuery)
    def get(self, request: Request) -> Response:
        wanted = query_of(request, PositionsQuery)
        concepts = Concept.objects.values_list("slug", flat=True)
        if "concept" in wanted:
            concepts = concepts.filter(slug=wanted["concept"])
        rows = of_concepts(list(concepts), as_of=wanted.get("as_of"))
        return Response(part_of(rows, position_document, wanted, request, count=len(rows)))
