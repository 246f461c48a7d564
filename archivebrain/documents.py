"""Essays, terms and concepts as JSON for programs; what is not public does not exist here."""

from typing import Any
from urllib.parse import quote as percent_encode

from django.conf import settings

from ledger.links import concept_link
from ledger.models import Concept, Position
from ledger.positions import read
from ledger.timeline import Story, story
from ledger.types import DatedPosition
from retrieval.links import deep_link, essay_link
from retrieval.markdown import plain, readable
from retrieval.models import Essay, GlossaryTerm
from retrieval.storable import is_storable


def essay_called(slug: str) -> Essay | None:
    """The public essay with this slug, or the one that it has become a place of."""
    if not is_storable(slug):
        return None
    essays = Essay.objects.public()
    return essays.filter(slug=slug).first() or essays.filter(publications__slug=slug).first()


def term_called(name: str) -> GlossaryTerm | None:
    """The term with any of its names; the term itself goes before another one's alias.

    Of "Slack" and "slack" the one that was asked for comes first.
    """
    if not is_storable(name):
        return None
    for wanted in ({"term__iexact": name}, {"aliases__icontains": name}):
        found = GlossaryTerm.objects.filter(**wanted).order_by("pk")
        for term in sorted(found, key=lambda one: one.term != name):
            if name.casefold() in map(str.casefold, (term.term, *term.aliases)):
                return term
    return None


def story_at(slug: str) -> Story | None:
    """The story of the concept with this slug, if readers may see any of it."""
    return story(slug) if is_storable(slug) else None


def story_called(name: str) -> Story | None:
    """The same by any of the concept's names."""
    wanted = name.casefold()
    for concept in Concept.objects.order_by("pk"):
        if wanted in map(str.casefold, (concept.slug, concept.name, *concept.aliases)):
            return story(concept.slug)
    return None


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
    """An essay with its text as readers get it, and what became of the views that it states.

    Comments and templates are left out.
    """
    places = essay.publications.public()
    stated = read(Position.objects.filter(essay_slug=essay.slug), as_of=None)
    return {
        **brief_essay(essay),
        "authors": essay.authors,
        "markdown": readable(essay.body),
        "also_published": [
            {"platform": place.platform, "title": place.title or essay.title, "url": place.url}
            for place in places
        ],
        "positions": [position_document(row) for row in stated],
    }


def term_document(term: GlossaryTerm) -> dict[str, Any]:
    """A term with its neighbours and the public essays that use it."""
    essays = Essay.objects.public().defer("body").filter(slug__in=term.essays)
    related = GlossaryTerm.objects.filter(term__in=term.related).order_by("term")
    return {
        "term": term.term,
        "aliases": term.aliases,
        "definition": term.definition,
        "url": term_link(term.term),
        "related": [{"term": one.term, "url": term_link(one.term)} for one in related],
        "essays": [brief_essay(essay) for essay in essays.order_by("published_on", "pk")],
    }


def term_link(term: str) -> str:
    return f"{settings.ARCHIVEBRAIN_SITE_URL}/glossary/{percent_encode(term, safe='')}/"


def brief_story(told: Story) -> dict[str, Any]:
    """A concept with what is held on it today."""
    return {
        "slug": told.slug,
        "name": told.name,
        "url": concept_link(settings.ARCHIVEBRAIN_SITE_URL, told.slug),
        "changes": told.changes,
        "now": [position_document(row) for row in told.now],
    }


def whole_story(told: Story) -> dict[str, Any]:
    """A concept with all that was held on it, oldest first."""
    rows = [position_document(row) for row in told.rows]
    return {**brief_story(told), "positions": rows}


def position_document(row: DatedPosition) -> dict[str, Any]:
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
