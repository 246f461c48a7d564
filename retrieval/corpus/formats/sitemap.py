"""Reads sitemaps: fetches each page that one names, and reads it as a page of HTML."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from retrieval.corpus.addresses import KINDS, PAGES, file_of, path_of, root_of
from retrieval.corpus.dates import read_stamp, today_for
from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.base import Read, Reading
from retrieval.corpus.formats.html import read_html
from retrieval.corpus.formats.locations import Location, read_locations
from retrieval.corpus.formats.xml_safety import XmlFault
from retrieval.corpus.sources import HTML_SUFFIXES, Source, suffix_of
from retrieval.corpus.syndication import host_of
from retrieval.fetching import Client, FetchFault, client_of_settings
from retrieval.fetching.robots import Robots
from retrieval.types import DateOrigin

NAME = "sitemap"
MAX_PAGES, MAX_SITEMAPS = 3000, 100
# A host that is silent so often in a row would be silent for hours.
MAX_SILENCES = 5
_SUFFIX = ".xml"
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(?:urlset|sitemapindex)[\s>/]")


class Sitemap:
    """The format. A sitemap among other files is told, and not followed."""

    name = NAME

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        tables = (name for name in names if suffix_of(name) == _SUFFIX)
        return tuple(name for name in tables if _ROOT.search(source.peek(name).replace(b"\0", b"")))

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        walk = _Walk(source, client_of_settings(), how)
        for name in names:
            # Who imports a site's folder has its pages there, and asked for nothing else.
            if set(source.names) - set(names):
                reason = "the pages of a sitemap are fetched only if it is imported alone."
                yield Skip(source.root, name, reason)
                continue
            found = source.read(name)
            if isinstance(found, SourceFile):
                yield from walk.follow(found)
            else:
                yield found


class _Ended(Exception):
    """The walk goes no further; the message says why."""


@dataclass(slots=True)
class _Walk:
    """Goes from page to page, one after the other; each address is fetched once."""

    source: Source
    client: Client
    how: Reading
    seen: set[str] = field(default_factory=set)
    counts: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    silences: int = 0
    robots: Robots = field(init=False)

    def __post_init__(self) -> None:
        self.robots = Robots(self.client)

    def follow(self, first: SourceFile) -> Iterator[Read]:
        """All that a sitemap leads to. What an index names is fetched when its turn comes."""
        waiting: deque[SourceFile | Location] = deque([first])
        self.seen.add(first.address)
        while waiting:
            place = waiting.popleft()
            try:
                file = self._sitemap(place, first) if isinstance(place, Location) else place
                for location in _locations_in(file):
                    if isinstance(location, Refusal):
                        yield location
                    elif location.is_sitemap:
                        waiting += self._unseen(location)
                    else:
                        yield from self._pages(location, first)
            except _Ended as end:
                yield Refusal(first.root, first.path, str(end))
                return
            except FetchFault as fault:
                yield _refused(place, str(fault))

    def _pages(self, location: Location, first: SourceFile) -> Iterator[Read]:
        for new in self._unseen(location):
            try:
                yield self._page(new, first)
            except FetchFault as fault:
                yield _refused(new, str(fault))

    def _unseen(self, location: Location) -> list[Location]:
        """Itself, but the first time alone; raises ``_Ended`` where it is one too many."""
        if location.url in self.seen:
            return []
        self.seen.add(location.url)
        self.counts[location.is_sitemap] += 1
        if self.counts[False] > MAX_PAGES or self.counts[True] > MAX_SITEMAPS:
            raise _Ended(
                f"it leads to more than {MAX_PAGES:,} pages or {MAX_SITEMAPS} sitemaps; "
                "the rest was not fetched."
            )
        return [location]

    def _sitemap(self, location: Location, first: SourceFile) -> SourceFile:
        file = self._fetched(location, first, kinds=KINDS)
        if suffix_of(file.path) != _SUFFIX:
            raise FetchFault("it is no sitemap.")
        return file

    def _page(self, location: Location, first: SourceFile) -> Read:
        _check_site(location, first)
        if not self.robots.allow(location.url):
            raise FetchFault("the robots.txt of its site forbids it, or cannot be read.")
        file = self._fetched(location, first, kinds=PAGES)
        if suffix_of(file.path) not in HTML_SUFFIXES:
            raise FetchFault("it is no page of HTML.")
        if file.address != location.url and file.address in self.seen:
            return Skip(file.root, path_of(location.url, ".html"), f"it leads to {file.address}.")
        self.seen.add(file.address)
        read = read_html(file, self.how)
        if not isinstance(read, SourceDocument):
            return read
        dates = _with_edit(read.dates, location.lastmod, self.how)
        return replace(read, dates=dates, source_format=NAME, file=first.path)

    def _fetched(
        self, location: Location, first: SourceFile, *, kinds: Mapping[str, int]
    ) -> SourceFile:
        _check_site(location, first)
        if self.silences >= MAX_SILENCES:
            raise _Ended(f"nothing answered {MAX_SILENCES} times in a row; the rest was not asked.")
        try:
            file = file_of(self.client.fetch(location.url, kinds=kinds))
        except FetchFault as fault:
            self.silences = 0 if fault.status else self.silences + 1
            raise
        self.silences = 0
        self.source.left_bytes -= len(file.data)
        if self.source.left_bytes < 0:
            raise _Ended("its pages are more than an import takes in at once.")
        return file


def _check_site(location: Location, first: SourceFile) -> None:
    """A sitemap that was fetched sends nobody to anybody else's site."""
    if first.address and host_of(location.url) != host_of(first.address):
        raise FetchFault("it is on another site than the sitemap.")


def _locations_in(file: SourceFile) -> Iterator[Location | Refusal]:
    try:
        locations = read_locations(file.data)
    except XmlFault as fault:
        yield Refusal(file.root, file.path, fault.reason, line=fault.line)
        return
    yield from locations.found
    if locations.fault:
        yield Refusal(file.root, file.path, locations.fault.reason, line=locations.fault.line)


def _refused(place: SourceFile | Location, reason: str) -> Refusal:
    if isinstance(place, SourceFile):
        return Refusal(place.root, place.path, reason)
    try:
        suffix = _SUFFIX if place.is_sitemap else ".html"
        return Refusal(root_of(place.url), path_of(place.url, suffix), reason)
    except ValueError:
        return Refusal("web:", place.url[:200], reason)


def _with_edit(dates: Dates, lastmod: str, how: Reading) -> Dates:
    """With the day of a sitemap as a guess at the last edit; it is never that of publication."""
    stamp = read_stamp(lastmod)
    if stamp is None or dates.updated or stamp.day > today_for(stamp, now=how.now):
        return dates
    if dates.published and stamp.day <= dates.published.day:
        return dates
    return replace(dates, updated=stamp, updated_origin=DateOrigin.GUESS)


SITEMAP = Sitemap()
