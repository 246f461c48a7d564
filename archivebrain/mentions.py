"""Who names an essay by its slug: what would point at nothing if the slug went away."""

from collections.abc import Iterator

from django.db.models import Q

from archivebrain.models import GoldenCase
from ledger.models import Position
from retrieval.models import Claim, CuratedLink, GlossaryTerm


def mentions_of(slug: str) -> Iterator[str]:
    """Each row that names this slug, in words for the author."""
    yield from (
        f"position {key}"
        for key in Position.objects.filter(essay_slug=slug).values_list("key", flat=True)
    )
    links = CuratedLink.objects.filter(Q(start=slug) | Q(end=slug))
    yield from (f"the link “{link}”" for link in links)
    claims = Claim.objects.filter(essay_slug=slug).values_list("key", flat=True)
    yield from (f"claim {key}" for key in claims)
    terms = GlossaryTerm.objects.filter(essays__contains=[slug]).values_list("term", flat=True)
    yield from (f"the term “{term}”" for term in terms)
    named = (
        Q(sources__contains=[slug])
        | Q(also_right__contains=[slug])
        | Q(near__contains=[slug])
        | Q(quotes__contains=[{"slug": slug}])
    )
    cases = GoldenCase.objects.filter(named).values_list("case_id", flat=True)
    yield from (f"golden case {case}" for case in cases)
