"""Evolution of Thinking: what the author held, when it changed, and why."""

from dataclasses import dataclass
from datetime import datetime, time

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from ledger.links import concept_link
from ledger.timeline import stories, story
from ledger.types import DatedPosition
from retrieval.links import deep_link
from retrieval.markdown import plain


@dataclass(frozen=True, slots=True)
class Told:
    """A row as the page draws it; ``quote`` are the receipt's plain words."""

    row: DatedPosition
    quote: str
    link: str

    @classmethod
    def of(cls, row: DatedPosition) -> "Told":
        quote = plain(row.receipt)
        link = deep_link(settings.ARCHIVEBRAIN_SITE_URL, row.essay_slug, anchor="", quote=quote)
        return cls(row, quote, link)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every concept with what is held on it today."""
    return render(request, "evolution/index.html", {"stories": stories()})


@require_safe
def concept(request: HttpRequest, concept: str) -> HttpResponse:
    """One concept's dated story; a concept without a public row is the ordinary 404."""
    found = story(concept)
    if found is None:
        raise Http404
    told = [Told.of(row) for row in found.rows]
    return render(request, "evolution/concept.html", {"story": found, "told": told})


class Changes(Feed[DatedPosition, None]):
    """The dated rows of every concept, newest first; undated ones have no place in a feed."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return f"How the views of {settings.ARCHIVEBRAIN_AUTHOR} change"

    def link(self) -> str:
        return reverse("evolution")

    def items(self) -> list[DatedPosition]:
        rows = [row for one in stories() for row in one.rows if row.dated]
        return sorted(rows, key=lambda row: (row.dated, row.key), reverse=True)

    def item_title(self, item: DatedPosition) -> str:
        return f"{item.concept_name}: {item.stance}"

    def item_description(self, item: DatedPosition) -> str:
        return item.because or plain(item.receipt)

    def item_link(self, item: DatedPosition) -> str:
        return f"{concept_link(settings.ARCHIVEBRAIN_SITE_URL, item.concept)}#{item.key}"

    def item_guid(self, item: DatedPosition) -> str:
        return self.item_link(item)

    def item_updateddate(self, item: DatedPosition) -> datetime | None:
        if item.dated is None:
            return None
        return timezone.make_aware(datetime.combine(item.dated, time.min))

    item_pubdate = item_updateddate
