"""What a page says of its work: title, dates, authors, addresses, and who may see it."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from urllib.parse import urljoin

from retrieval.corpus.dates import may_lie_ahead, read_stamp
from retrieval.corpus.documents import Stamp
from retrieval.corpus.formats.pages.linked_data import texts_of, works_in
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.syndication import host_of
from retrieval.corpus.visibility import Claim
from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, all_text, around, classes_of, name_of
from retrieval.types import Visibility

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "datepublished", "date", "dc.date",
    "dc.date.issued", "dc.date.created", "dcterms.date", "dcterms.issued", "dcterms.created",
    "citation_publication_date", "citation_date", "publish_date", "publish-date", "pubdate",
    "parsely-pub-date", "sailthru.date", "article:published", "published_time",
)  # fmt: skip
_UPDATED = (
    "article:modified_time", "og:updated_time", "datemodified", "dcterms.modified",
    "dc.date.modified", "last-modified", "revised", "article:modified",
)  # fmt: skip
# At most as wide as the column.
_LANGUAGE = re.compile(r"(?=.{2,16}\Z)[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
# A page that waits longer is there to be read.
_AT_ONCE = re.compile(r"\s*\d?(?:\.\d*)?\s*[;,]\s*url\s*=", re.IGNORECASE)
# Signs that part a page's title from its site's name and stand in few titles.
_PARTING = re.compile(r"\s+[|·•»«]\s+|\s+::\s+")
_ANY_PARTING = re.compile(r"\s*(?:[|·•»«:—–-]|::)\s*")


class Facts:
    """Asks one parsed page; ``address`` is where it was fetched, if it was."""

    def __init__(self, root: Element, address: str = "") -> None:
        self.root = root
        self.metas = _metas(root)
        self.works = works_in(root)
        base = next((one.get("href") for one in root.iter("base") if one.get("href")), "") or ""
        self.base = _joined(address, base)
        self.canonical = self._linked("canonical")
        stated = self.meta("og:url")
        # A base is where links lead on from, and of all pages the same.
        self.address = address or (stated and _joined(self.base, stated)) or self.canonical
        self.base = self.base if host_of(self.base) else self.address

    def meta(self, *names: str) -> str:
        found = (text for name in names for text in self.metas.get(name, ()))
        return next(filter(None, map(one_line, found)), "")

    def title(self, work: Element) -> str:
        """What the page calls the work, without the name of the site."""
        heading = self.heading(work)
        top = one_line(words_of(heading)) if heading is not None else ""
        names = [self.meta("og:title", "twitter:title"), *self._of_works("headline", "name")]
        stated = next(filter(None, map(one_line, names)), "")
        if top and (not stated or _begins_or_ends(stated, top)):
            return top
        tag = next(self.root.iter("title"), None)
        stated = stated or (one_line(all_text(tag)) if tag is not None else "")
        return self._without_site(stated)

    def heading(self, work: Element) -> Element | None:
        """The heading that is the title: marked as such, else the only one of level 1."""
        for place in (work, self.root):
            named = (
                one
                for one in place.iter("h1", "h2")
                if {"p-name", "entry-title", "post-title"} & set(classes_of(one))
                or one.get("itemprop") in {"headline", "name"}
            )
            tops = list(place.iter("h1"))
            found = next(named, tops[0] if len(tops) == 1 or (tops and place is work) else None)
            if found is not None:
                return found
        return None

    def published(self, work: Element) -> Stamp | None:
        times = [
            one
            for one in self.root.iter("time", "abbr", "span", "meta")
            if _is_marked(one, "datepublished", {"dt-published", "published", "entry-date"})
            or (name_of(one) == "time" and one.get("pubdate") is not None)
        ]
        return _first_stamp(
            [*self._of_works("datePublished"), self.meta(*_PUBLISHED)],
            times or self._lone_time(work),
        )

    def updated(self) -> Stamp | None:
        times = [
            one
            for one in self.root.iter("time", "abbr", "span", "meta")
            if _is_marked(one, "datemodified", {"dt-updated", "updated"})
        ]
        return _first_stamp([*self._of_works("dateModified"), self.meta(*_UPDATED)], times)

    def authors(self) -> tuple[str, ...]:
        stated = [name for work in self.works[:1] for name in texts_of(work.get("author"))]
        metas = [*self.metas.get("author", ()), *self.metas.get("article:author", ())]
        shown = [
            words_of(one)
            for one in self.root.iter("a", "span")
            if "p-author" in classes_of(one) or "author" in (one.get("rel") or "").split()
        ]
        for names in (stated, metas, shown):
            kept = [one_line(name) for name in names if name.strip() and "://" not in name]
            if kept:
                return tuple(dict.fromkeys(kept))
        return ()

    def tags(self) -> tuple[str, ...]:
        parts = ",".join(self.metas.get("keywords", ())).split(",")
        shown = (
            words_of(one)
            for one in self.root.iter("a")
            if "tag" in (one.get("rel") or "").split()
            or {"p-tag", "p-category"} & set(classes_of(one))
        )
        found = map(one_line, [*self.metas.get("article:tag", ()), *parts, *shown])
        return tuple(dict.fromkeys(filter(None, found)))

    def language(self) -> str:
        lang = (self.root.get("lang") or self.meta("og:locale", "language")).replace("_", "-")
        return lang if _LANGUAGE.fullmatch(lang) else "en"

    def claims(self, *, now: datetime) -> Iterator[Claim]:
        robots = f"{self.meta('robots')} {self.meta('googlebot')}".lower()
        if "noindex" in robots or "none" in robots.replace(",", " ").split():
            yield Claim(Visibility.UNLISTED, "page: robots: noindex")
        if any((one.get("type") or "").lower() == "password" for one in self.root.iter("input")):
            yield Claim(Visibility.PRIVATE, "page: it asks for a password")
        dated = [*self._of_works("datePublished"), *(self.meta(name) for name in _PUBLISHED)]
        if any(read_stamp(text) is None and may_lie_ahead(text, now=now) for text in dated):
            yield Claim(Visibility.PRIVATE, "date: it may lie ahead (page)")
        for free in self._of_works("isAccessibleForFree"):
            if free.lower() == "false":
                yield Claim(Visibility.PRIVATE, "page: not accessible for free")

    def leads_on(self) -> bool:
        """Whether the page only sends its reader to another."""
        return any(
            (one.get("http-equiv") or "").lower() == "refresh"
            and _AT_ONCE.match(one.get("content") or "")
            # Those in there are for browsers that no reader has.
            and all(name_of(outer) != "noscript" for outer in around(one))
            for one in self.root.iter("meta")
        )

    def _linked(self, rel: str) -> str:
        for one in self.root.iter("link"):
            if rel in (one.get("rel") or "").lower().split() and one.get("href"):
                return _joined(self.base, one.get("href") or "")
        return ""

    def _of_works(self, *keys: str) -> list[str]:
        return [
            str(value)
            for work in self.works
            for key in keys
            if isinstance(value := work.get(key), str | bool)
        ]

    def _lone_time(self, work: Element) -> list[Element]:
        """The one time above the first paragraph; lower down a time may be of anything."""
        found = []
        for one in work.iter():
            if (
                name_of(one) == "p"
                and next(one.iter("time"), None) is None
                and words_of(one).strip()
            ):
                break
            if name_of(one) == "time" and one.get("datetime"):
                found.append(one)
        return found if len(found) == 1 else []

    def _without_site(self, title: str) -> str:
        site = re.escape(self.meta("og:site_name", "application-name"))
        if site:
            parting = _ANY_PARTING.pattern
            found = re.sub(rf"\A{site}{parting}(?=.)|(?<=.){parting}{site}\Z", "", title)
            if found != title:
                return found
        return _PARTING.split(title)[0] or title


def _metas(root: Element) -> dict[str, list[str]]:
    metas: dict[str, list[str]] = {}
    for one in root.iter("meta"):
        for key in ("name", "property", "itemprop"):
            name = (one.get(key) or "").lower()
            if name:
                metas.setdefault(name, []).append(one.get("content") or "")
    return metas


def _is_marked(element: Element, itemprop: str, classes: set[str]) -> bool:
    return (element.get("itemprop") or "").lower() == itemprop or bool(
        classes & set(classes_of(element))
    )


def _first_stamp(texts: Iterable[str], elements: Iterable[Element]) -> Stamp | None:
    shown = (_date_text(one) for one in elements)
    stamps = (read_stamp(one_line(text)) for text in (*texts, *shown) if text)
    return next(filter(None, stamps), None)


def _date_text(element: Element) -> str:
    """Where a date is written for machines; else as readers see it."""
    names = ("datetime", "content", *(["title"] if name_of(element) == "abbr" else []))
    return next(filter(None, map(element.get, names)), "") or words_of(element)


def _begins_or_ends(stated: str, top: str) -> bool:
    """Whether a stated title is the heading, with or without a site's name beside it."""
    if stated.startswith(top):
        rest = stated[len(top) :]
        return not rest or bool(_ANY_PARTING.match(rest))
    return stated.endswith(top) and bool(re.search(r"[|·•»«:—–-]\s*\Z", stated[: -len(top)]))


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return ""
