"""Writes addresses so that they stand between the brackets of Markdown as they are."""

import re
from urllib.parse import quote, urljoin, urlsplit

_LIVE_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})
_ENTITY = re.compile(r"&(?=#?\w+;)")
_UNSAFE = re.compile(r"[\s()<>\[\]{}\\\"`|$^]|%(?![0-9A-Fa-f]{2})")


def address_of(written: str | None, base_url: str) -> str:
    """The whole address of a link or picture; empty where it leads nowhere."""
    address = (written or "").strip()
    try:
        whole = urljoin(base_url, address) if base_url else address
        scheme = urlsplit(whole).scheme.lower()
    except ValueError:
        return ""
    if not address or scheme not in _LIVE_SCHEMES:
        return ""
    safe = _UNSAFE.sub(lambda one: quote(one[0], safe=""), whole)
    return _ENTITY.sub("&amp;", safe)
