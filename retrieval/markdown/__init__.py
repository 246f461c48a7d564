"""Markdown as authors write it: what readers see of it, its headings, its words, its page."""

from retrieval.markdown.headings import Heading, headings
from retrieval.markdown.hidden import readable
from retrieval.markdown.rendering import render
from retrieval.markdown.targets import link_targets
from retrieval.markdown.wikilinks import with_links
from retrieval.markdown.words import plain, searchable

__all__ = [
    "Heading",
    "headings",
    "link_targets",
    "plain",
    "readable",
    "render",
    "searchable",
    "with_links",
]
