"""Addresses of the pages that tell how a view changed; pure."""

from urllib.parse import quote as percent_encode


def concept_link(site_url: str, slug: str) -> str:
    """The page with the whole story of a concept."""
    return f"{site_url.rstrip('/')}/evolution/{percent_encode(slug, safe='')}/"
