"""Draws an essay's Markdown as safe HTML."""

from collections.abc import Mapping
from functools import cached_property

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from retrieval.markdown import render
from retrieval.models import Essay
from retrieval.references import known_by, name_of_target

register = template.Library()


@register.filter
def essay_html(essay: Essay) -> SafeString:
    """The body as HTML; its headings carry the ids that citations link to."""
    # Safe because `render` ends in nh3's allow-list; nothing else may use this type.
    return SafeString(render(essay.body, resolve=_Neighbours()))


class _Neighbours:
    """Where links between the author's own texts lead here; asked for only if there are any."""

    @cached_property
    def known(self) -> Mapping[str, str]:
        return known_by(Essay.objects.public().defer("body"))

    def __call__(self, target: str) -> str:
        slug = self.known.get(name_of_target(target))
        place = target.partition("#")[2]
        return reverse("essay", args=[slug]) + (f"#{place}" if place else "") if slug else ""
