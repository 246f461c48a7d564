"""What a sitemap names: pages and further sitemaps, with the day each says it was edited."""

from dataclasses import dataclass, field

from retrieval.corpus.formats.xml_safety import XmlFault, as_utf8, look_through, parse
from retrieval.fetching.vetting import MAX_URL_CHARS

# What is read of one sitemap; nobody's essays are more.
MAX_LOCATIONS = 5000
_PLACES = {("urlset", "url"): False, ("sitemapindex", "sitemap"): True}


@dataclass(frozen=True, slots=True)
class Location:
    """One entry. ``lastmod``: as it is written there, which is often the day of a build."""

    url: str
    lastmod: str = ""
    is_sitemap: bool = False


@dataclass(slots=True)
class Locations:
    """``fault``: where the sitemap breaks off; what stands before is found all the same."""

    found: list[Location] = field(default_factory=list)
    fault: XmlFault | None = None


def read_locations(data: bytes) -> Locations:
    """Raises ``XmlFault`` where nothing of it may be read."""
    text, _ = as_utf8(data)
    text = look_through(text)
    reader = _Reader()
    try:
        parse(text, reader)
    except XmlFault as fault:
        return Locations(reader.found, fault)
    return Locations(reader.found)


class _Reader:
    """Hears of elements; what other vocabularies put beside a page is not its address."""

    def __init__(self) -> None:
        self.found: list[Location] = []
        self.path: list[str] = []
        self.texts: dict[str, str] = {}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.path.append(tag.rpartition("}")[2])
        if len(self.path) == 2:
            self.texts = {}

    def data(self, text: str) -> None:
        if len(self.path) == 3 and self.path[2] in {"loc", "lastmod"}:
            known = self.texts.get(self.path[2], "")
            # One character more than an address may have, so that it is refused and not cut.
            self.texts[self.path[2]] = (known + text)[: MAX_URL_CHARS + 1]

    def end(self, tag: str) -> None:
        place = (self.path[0], self.path[1]) if len(self.path) == 2 else ("", "")
        url = self.texts.get("loc", "").strip()
        if place in _PLACES and url and len(self.found) < MAX_LOCATIONS:
            lastmod = self.texts.get("lastmod", "").strip()
            self.found.append(Location(url, lastmod, is_sitemap=_PLACES[place]))
        self.path.pop()

    def close(self) -> None:
        """What was heard is in ``found``."""
