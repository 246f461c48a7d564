"""What the author held, when it changed and why, for programs; every lifecycle is computed."""

from typing import Any

from django.conf import settings
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, NoFields, query_of
from archivebrain.api.describing import described
from archivebrain.api.reading import storable
from archivebrain.api.requests import PositionsQuery
from archivebrain.api.shapes import ConceptList, ConceptStory, PositionList
from ledger.links import concept_link
from ledger.models import Concept
from ledger.positions import of_concepts
from ledger.timeline import Story, stories, story
from ledger.types import DatedPosition
from retrieval.links import deep_link
from retrieval.markdown import plain


class Concepts(ApiView):
    """Every concept with a public position, those that changed most first."""

    @described(ConceptList, summary="List the concepts")
    def get(self, request: Request) -> Response:
        query_of(request, NoFields)
        return Response({"results": [_brief(told) for told in stories()]})


class OneConcept(ApiView):
    """One concept's story, oldest first."""

    @described(ConceptStory, summary="Follow a concept")
    def get(self, request: Request, slug: str) -> Response:
        query_of(request, NoFields)
        told = story(storable(slug))
        if told is None:
            raise Http404
        rows = [_position(entry.row) for entry in told.entries]
        return Response({**_brief(told), "positions": rows})


class Positions(ApiView):
    """Every public position, concept by concept, as it stands or stood on a day."""

    @described(PositionList, summary="List the positions", query=PositionsQuery)
    def get(self, request: Request) -> Response:
        wanted = query_of(request, PositionsQuery)
        concepts = Concept.objects.values_list("slug", flat=True)
        if "concept" in wanted:
            concepts = concepts.filter(slug=wanted["concept"])
        rows = of_concepts(list(concepts), as_of=wanted.get("as_of"))
        return Response({"results": [_position(row) for row in rows]})


def _brief(told: Story) -> dict[str, Any]:
    return {
        "slug": told.slug,
        "name": told.name,
        "url": concept_link(settings.ARCHIVEBRAIN_SITE_URL, told.slug),
        "changes": told.changes,
        "now": [_position(row) for row in told.now],
    }


def _position(row: DatedPosition) -> dict[str, Any]:
    site = settings.ARCHIVEBRAIN_SITE_URL
    return {
        "id": row.key,
        "concept": row.concept,
        "stance": row.stance,
        "dated": row.dated.isoformat() if row.dated else None,
        "basis": row.basis.value,
        "lifecycle": row.lifecycle.value,
        "label": row.label.value,
        "change": row.change.value if row.change else None,
        "supersedes": row.supersedes or None,
        "reaffirms": row.reaffirms or None,
        "retracted": row.retracted.isoformat() if row.retracted else None,
        "because": row.because,
        "is_notice": row.is_notice,
        "essay": {"slug": row.essay_slug, "title": row.essay_title},
        "receipt": row.receipt,
        "deep_link": deep_link(site, row.essay_slug, anchor="", quote=plain(row.receipt)),
        "url": concept_link(site, row.concept),
    }
