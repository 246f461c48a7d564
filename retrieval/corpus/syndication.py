"""Tells which documents are one work in several places, from the addresses that they name; pure.

A copy says where its original lives (a canonical link), or the original says where its
copies live. Titles are never asked: platforms change them. Texts that are alike without a
word about it are only proposed, in ``retrieval.corpus.duplicates``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

# Of two copies the cleaner source gives the text.
CLEANEST_FIRST = (
    "", "markdown", "notebook", "wordpress", "ghost", "substack", "medium", "feed", "html",
    "sitemap", "list",
)  # fmt: skip
# An address with less than a name of its own is a site, and a site is no work.
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_[ce]id|ref|source|sk")


@dataclass(frozen=True, slots=True)
class Work:
    """One document or stored essay, as far as it says where it and its copies live.

    ``own``: where this copy lives. ``original``: where it says that the original does.
    ``copies``: where it says that others do. All as ``address_key`` gives them.
    ``is_stored``: whether an essay of that key has been there before.
    """

    key: str
    source_format: str
    own: str
    original: str
    copies: frozenset[str] = frozenset()
    is_stored: bool = False

    @property
    def rank(self) -> tuple[int, bool, bool]:
        """Lower gives the text: the cleaner source, then the original, then what was first."""
        is_copy = bool(self.original and self.own and self.own != self.original)
        return (CLEANEST_FIRST.index(self.source_format), is_copy, not self.is_stored)


def host_of(url: str) -> str:
    """The site of an address, without www; empty where there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def address_key(url: str) -> str:
    """An address without what changes nothing: scheme, www, a trailing slash, tracking.

    Empty for what is no web address and for the front page of a site.
    """
    host = host_of(url.strip())
    if not host:
        return ""
    parts = urlsplit(url.strip())
    path = unquote(parts.path).rstrip("/").removesuffix("/index.html")
    asked = [pair for pair in parse_qsl(parts.query) if not _TRACKING.fullmatch(pair[0])]
    if parts.scheme not in {"http", "https"} or not (path or asked):
        return ""
    return f"{host}{path}" + (f"?{urlencode(asked)}" if asked else "")


def same_works(
    works: Sequence[Work], *, is_alike: Callable[[str, str], bool]
) -> tuple[tuple[Work, ...], ...]:
    """Groups of two and more that are one work, the one that gives the text first.

    ``is_alike``: whether the texts of two keys have much in common; a canonical link that
    was left in a template by mistake joins nothing.
    """
    at: dict[str, Work] = {}
    for work in sorted(works, key=lambda one: one.rank):
        if work.own:
            at.setdefault(work.own, work)
    heads: dict[str, str] = {}
    for work in works:
        for other in _named_by(work, at):
            if _head(work.key, heads) != _head(other.key, heads) and is_alike(work.key, other.key):
                heads[_head(work.key, heads)] = _head(other.key, heads)
    groups: dict[str, list[Work]] = {}
    for work in works:
        groups.setdefault(_head(work.key, heads), []).append(work)
    joined = (sorted(group, key=lambda one: one.rank) for group in groups.values())
    return tuple(tuple(group) for group in joined if len(group) > 1)


def _named_by(work: Work, at: Mapping[str, Work]) -> list[Work]:
    named = (at.get(address) for address in (work.own, work.original, *sorted(work.copies)))
    return [other for other in named if other is not None and other.key != work.key]


def _head(key: str, heads: Mapping[str, str]) -> str:
    while key in heads:
        key = heads[key]
    return key
