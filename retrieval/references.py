"""Which essay a link in a text means, by the last part of what it says."""

import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from retrieval.models import Essay

_SUFFIXES = (".md", ".markdown", ".mdx", ".html", ".htm")


def name_of_target(target: str) -> str:
    """``../posts/rope.md#knots``, ``/blog/rope/`` and ``Rope`` all name ``rope``; empty if nothing.

    Of an address the host counts too: another site's page of that name is another page.
    """
    try:
        parts = urlsplit(target)
    except ValueError:
        return ""
    if parts.scheme not in {"", "http", "https"}:
        return ""
    path = unquote(parts.path).rstrip("/")
    for suffix in (*_SUFFIXES, "/index"):
        path = path.removesuffix(suffix)
    name = _folded(path.rpartition("/")[2])
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}/{name}" if host and name else name


def known_by(essays: Iterable[Essay]) -> Mapping[str, str]:
    """The slug of each essay by all that a link may call it; what two are called means neither."""
    slugs: dict[str, set[str]] = {}
    for essay in essays:
        for name in _names(essay):
            slugs.setdefault(name, set()).add(essay.slug)
    return {name: min(found) for name, found in slugs.items() if len(found) == 1 and name}


def _names(essay: Essay) -> set[str]:
    stem = PurePosixPath(essay.source_path).stem
    addresses = (essay.canonical_url, essay.own_url)
    return {
        _folded(essay.slug),
        _folded(essay.title),
        _folded(stem),
        *(name_of_target(address) for address in addresses if address),
    } - {"", "index", "_index", "readme"}


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().replace("-", " ").split())
