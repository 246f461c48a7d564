"""Questions that are asked of many essays at once; visibility is decided here, in SQL."""

from typing import Any, Self

from django.db import models

from retrieval.languages import primary
from retrieval.types import Scope, Span, Tier, Visibility

TIERS = {
    Tier.PUBLIC: (Visibility.PUBLIC.value,),
    Tier.BACKGROUND: (Visibility.UNLISTED.value, Visibility.DRAFT.value),
}


class EssayQuerySet(models.QuerySet[Any]):
    """Essays, asked as a reader, a search or the indexer would ask."""

    def public(self) -> Self:
        """What readers may see; to them everything else does not exist."""
        return self.of(Tier.PUBLIC)

    def of(self, tier: Tier) -> Self:
        """One tier alone: neither its ranks nor its word counts depend on any other."""
        return self.filter(visibility__in=TIERS[tier])

    def withheld(self) -> Self:
        """What readers must not learn of: drafts, unlisted and private essays alike."""
        return self.exclude(visibility=Visibility.PUBLIC.value)

    def within(self, scope: Scope) -> Self:
        """The essays that a search with this scope may look at."""
        essays = self.of(scope.tier)
        if scope.as_of is not None:
            essays = essays.filter(published_on__lte=scope.as_of)
        if scope.span is not None:
            essays = essays.dated_in(scope.span)
        if scope.doc_type is not None:
            essays = essays.filter(doc_type=scope.doc_type.value)
        if scope.language is not None:
            essays = essays.written_in(scope.language)
        return essays

    def written_in(self, language: str) -> Self:
        """Essays in a language; those in German of Austria are in German."""
        tag = primary(language)
        regions = models.Q(language__istartswith=f"{tag}-") | models.Q(
            language__istartswith=f"{tag}_"
        )
        return self.filter(models.Q(language__iexact=tag) | regions)

    def dated_in(self, span: Span) -> Self:
        """Essays dated within the span; one without a date is in none, however open."""
        essays = self.filter(published_on__isnull=False)
        if span.first is not None:
            essays = essays.filter(published_on__gte=span.first)
        if span.last is not None:
            essays = essays.filter(published_on__lte=span.last)
        return essays

    def indexable(self) -> Self:
        """What may have chunks at all: private essays stand in no lane, ever."""
        return self.exclude(visibility=Visibility.PRIVATE.value)

    def behind(self, *, recipe: str) -> Self:
        """Essays whose index is missing, old, or made by another recipe."""
        stale = ~models.Q(indexed_key=models.F("text_key")) | ~models.Q(indexed_recipe=recipe)
        private = models.Q(visibility=Visibility.PRIVATE.value)
        return self.filter((~private & stale) | (private & ~models.Q(indexed_key="")))


class PublicationQuerySet(models.QuerySet[Any]):
    """Places where essays live, as a reader would ask for them."""

    def public(self) -> Self:
        """What readers are told of: a paid or hidden copy is nobody's business."""
        listed = self.filter(visibility=Visibility.PUBLIC.value, url__regex="^https?://")
        return listed.order_by("platform", "pk")
