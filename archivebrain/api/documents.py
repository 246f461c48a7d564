"""Essays and terms as JSON documents; only what a reader may see goes in."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from django.conf import settings

from retrieval.links import essay_link
from retrieval.markdown import readable
from retrieval.models import Essay, GlossaryTerm


def brief_essay(essay: Essay) -> dict[str, Any]:
    """An essay as a list names it, without its text."""
    own = essay_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug)
    return {
        "slug": essay.slug,
        "title": essay.title,
        "url": essay.canonical_url or own,
        "deep_link": own,
        "published": essay.published_on.isoformat() if essay.published_on else None,
        "updated": essay.updated_on.isoformat() if essay.updated_on else None,
        "doc_type": essay.doc_type,
        "language": essay.language,
        "series": essay.series,
        "tags": essay.tags,
        "description": essay.description,
    }


def whole_essay(essay: Essay) -> dict[str, Any]:
    """An essay with its text as readers get it: comments and templates are left out."""
    places = essay.publications.order_by("platform", "pk")
    return {
        **brief_essay(essay),
        "authors": essay.authors,
        "markdown": readable(essay.body),
        "also_published": [
            {"platform": place.platform, "title": place.title or essay.title, "url": place.url}
            for place in places
        ],
    }


def term_document(
    term: GlossaryTerm, essays: Iterable[Essay], related: Iterable[GlossaryTerm]
) -> dict[str, Any]:
    return {
        "term": term.term,
        "aliases": term.aliases,
        "definition": term.definition,
        "url": term_link(term.term),
        "related": [{"term": one.term, "url": term_link(one.term)} for one in related],
        "essays": [brief_essay(essay) for essay in essays],
    }


def term_link(term: str) -> str:
    return f"{settings.ARCHIVEBRAIN_SITE_URL}/glossary/{quote(term, safe='')}/"
