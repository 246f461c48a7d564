"""Draws an essay's Markdown as safe HTML."""

from django import template
from django.utils.safestring import SafeString

from retrieval.markdown import render
from retrieval.models import Essay

register = template.Library()


@register.filter
def essay_html(essay: Essay) -> SafeString:
    """The body as HTML; its headings carry the ids that citations link to."""
    # Safe because `render` ends in nh3's allow-list; nothing else may use this type.
    return SafeString(render(essay.body))
