"""Looks whether the addresses of public essays still show what we hold; changes no row."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from retrieval.corpus.addresses import PAGES
from retrieval.corpus.formats.html import read_page_text
from retrieval.corpus.formats.pages.facts import Facts
from retrieval.corpus.formats.pages.work import work_on
from retrieval.corpus.syndication import address_key
from retrieval.corpus.texts import NotText
from retrieval.fetching import Client, Fetched, FetchFault
from retrieval.folding import Folding, fold
from retrieval.markdown.from_html import HtmlFault
from retrieval.markdown.html.tree import parse_html
from retrieval.models import Essay, Publication

CANONICAL = "canonical"
# A page that is no longer there, and one that will not be.
_GONE = frozenset({404, 410})
Progress = Callable[[str, int, int], None]


class State(StrEnum):
    """What became of an address."""

    OK = "ok"
    MOVED = "moved"
    GONE = "gone"
    DIFFERS = "differs"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Held:
    """What we hold of one address. ``place``: the platform, or that it is the canonical one.

    ``canonical``: where its page should send readers; empty where nobody said so.
    """

    slug: str
    place: str
    url: str
    title: str
    published: date | None
    canonical: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What a live page says of itself; empty or None where it is silent."""

    title: str = ""
    canonical: str = ""
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One address after a look at it. ``details``: sentences about what is not as we hold it."""

    held: Held
    state: State
    details: tuple[str, ...] = ()
    moved_to: str = ""


def verify_publications(client: Client, *, progress: Progress) -> list[Finding]:
    """Ask every address of every public essay, one after the other."""
    addresses = list(held_addresses())
    findings = []
    for number, held in enumerate(addresses, 1):
        findings.append(look_at(held, client))
        progress("Asking", number, len(addresses))
    return findings


def held_addresses() -> Iterator[Held]:
    """The canonical address of each public essay, and where else readers are told it lives."""
    for essay in Essay.objects.public().order_by("slug").prefetch_related("publications"):
        canonical = essay.canonical_url
        if canonical:
            yield Held(essay.slug, CANONICAL, canonical, essay.title, essay.published_on, canonical)
        for place in Publication.objects.public().filter(essay=essay):
            if address_key(place.url) != address_key(canonical):
                title = place.title or essay.title
                yield Held(
                    *(essay.slug, place.platform, place.url, title),
                    *(place.published_on, canonical),
                )


def look_at(held: Held, client: Client) -> Finding:
    try:
        fetched = client.fetch(held.url, kinds=PAGES)
        shown = what_it_shows(fetched)
    except FetchFault as fault:
        state = State.GONE if fault.status in _GONE else State.REFUSED
        return Finding(held, state, (str(fault),))
    except (HtmlFault, NotText) as fault:
        return Finding(held, State.REFUSED, (str(fault),))
    details = tuple(differences(held, shown, live=fetched.url))
    if address_key(fetched.url) != address_key(held.url):
        return Finding(held, State.MOVED, details, moved_to=fetched.url)
    return Finding(held, State.DIFFERS if details else State.OK, details)


def what_it_shows(fetched: Fetched) -> Shown:
    """Raises ``HtmlFault`` or ``NotText`` where nobody could read it."""
    text, _ = read_page_text(fetched.body)
    root = parse_html(text)
    if root is None:
        return Shown()
    facts = Facts(root, fetched.url)
    work = work_on(root)[0]
    place = root if work is None else work
    published = facts.published(place)
    return Shown(facts.title(place), facts.canonical, published.day if published else None)


def differences(held: Held, shown: Shown, *, live: str) -> Iterator[str]:
    """Sentences; what a page does not say, and what we do not hold, differs from nothing."""
    if shown.title and _same_words(shown.title) != _same_words(held.title):
        yield f"title: it says {shown.title!r}, we hold {held.title!r}."
    named = address_key(shown.canonical)
    # A page that names itself says no more than that it is there.
    expected = {address_key(held.canonical), address_key(held.url), address_key(live)}
    if held.place != CANONICAL and held.canonical:
        expected = {address_key(held.canonical)}
    if named and named not in expected:
        whom = held.canonical or held.url
        yield f"canonical link: it names {shown.canonical}, we hold {whom}."
    if shown.published and held.published and shown.published != held.published:
        yield f"date: it says {shown.published}, we hold {held.published}."


def _same_words(title: str) -> str:
    return fold(title, Folding.SAME_WORDS).text.strip().casefold()


def as_json(findings: list[Finding]) -> dict[str, Any]:
    counts = Counter(finding.state for finding in findings)
    return {
        "addresses": [_row(finding) for finding in findings],
        "counts": {state.value: counts[state] for state in State},
    }


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "slug": finding.held.slug,
        "place": finding.held.place,
        "url": finding.held.url,
        "state": finding.state.value,
        "moved_to": finding.moved_to or None,
        "details": list(finding.details),
    }


def as_lines(findings: list[Finding]) -> Iterator[str]:
    """What the author should look at, and how much is as it was."""
    for finding in findings:
        if finding.state is not State.OK:
            target = [f"it leads to {finding.moved_to}."] if finding.moved_to else []
            told = " ".join([*target, *finding.details])
            yield f"{finding.state.value}: {finding.held.slug}: {finding.held.url}: {told}"
    counts = Counter(finding.state.value for finding in findings)
    told = ", ".join(f"{counts[state]} {state.value}" for state in State if counts[state])
    yield f"{told}." if told else "No public essay names an address."
