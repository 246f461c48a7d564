"""/llms.txt: what language models may read here, as a Markdown list of public pages."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from ledger.links import concept_link
from ledger.timeline import Story, stories
from retrieval.links import essay_link
from retrieval.models import Essay, GlossaryTerm

# Short, because an essay may be withdrawn.
KEPT_SECONDS = 300
# Served beside Django, so it has no name to reverse.
MCP_PATH = "/mcp"
SUMMARY = (
    "Everything that {author} published here, and answers made only of it. "
    "Quote it with its date: views change, and an older essay may hold one that is no longer held."
)


@require_safe
@conditional_page
@cache_control(public=True, max_age=KEPT_SECONDS)
def page(request: HttpRequest) -> HttpResponse:
    """The list, made of the public essays and of what the ledger holds today."""
    text = "\n".join(_lines(settings.ARCHIVEBRAIN_AUTHOR, stories()))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _lines(author: str, told: Sequence[Story]) -> Iterator[str]:
    yield f"# {_one_line(author[:1].upper() + author[1:])}, in answers\n"
    yield f"> {_one_line(SUMMARY.format(author=author))}\n"
    yield from _section("Start here", _start())
    yield from _section("Positions held today", _positions(told))
    yield from _section("How views changed", _timelines(told))
    for year, links in _by_year():
        yield from _section(f"Essays of {year}" if year else "Essays without a date", links)
    yield from _section("Glossary", _terms())
    yield from _section("For programs", _programs())


def _section(heading: str, links: Sequence[str]) -> Iterator[str]:
    if links:
        yield "\n".join((f"## {heading}\n", *links, ""))


def _link(name: str, address: str, note: str = "") -> str:
    """One row; what a title could do to Markdown is taken out of it."""
    shown = _one_line(name).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"- [{shown}]({address})" + (f": {_one_line(note)}" if note else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _ours(name: str) -> str:
    return settings.ARCHIVEBRAIN_SITE_URL.rstrip("/") + reverse(name)


def _start() -> list[str]:
    return [
        _link("Ask", _ours("ask"), "a question, answered in quotations with their sources"),
        _link("Search", _ours("search"), "passages by meaning and by word"),
        _link("Essays", _ours("essays"), "every public essay"),
        _link("Evolution of thinking", _ours("evolution"), "every view with its dates"),
        _link("Glossary", _ours("glossary"), "the author’s own words"),
    ]


def _positions(told: Sequence[Story]) -> list[str]:
    return [
        _link(f"{one.name}: {row.stance}", concept_link(settings.ARCHIVEBRAIN_SITE_URL, one.slug))
        for one in told
        for row in one.now
    ]


def _timelines(told: Sequence[Story]) -> list[str]:
    return [
        _link(one.name, concept_link(settings.ARCHIVEBRAIN_SITE_URL, one.slug))
        for one in told
        if one.changes
    ]


def _by_year() -> Iterator[tuple[int | None, list[str]]]:
    """Newest first; essays whose date nobody stated come last."""
    essays = Essay.objects.public().order_by("-published_on", "title", "pk")
    rows = essays.values_list("slug", "title", "published_on")
    dated = sorted(rows, key=lambda row: row[2] is None)
    for year, group in groupby(dated, key=lambda row: row[2].year if row[2] else None):
        yield (
            year,
            [_essay(slug, title, day.isoformat() if day else "") for slug, title, day in group],
        )


def _essay(slug: str, title: str, day: str) -> str:
    return _link(title or slug, essay_link(settings.ARCHIVEBRAIN_SITE_URL, slug), day)


def _terms() -> list[str]:
    terms = sorted(GlossaryTerm.objects.all(), key=lambda term: term.term.casefold())
    return [_link(term.term, _term_address(term.term), term.definition) for term in terms]


def _term_address(term: str) -> str:
    return settings.ARCHIVEBRAIN_SITE_URL.rstrip("/") + reverse("term", args=[term])


def _programs() -> list[str]:
    return [
        _link("API", _ours("api-docs"), "ask, search and read as JSON"),
        _link("OpenAPI document", _ours("api-schema")),
        _link("MCP", settings.ARCHIVEBRAIN_SITE_URL.rstrip("/") + MCP_PATH, "tools for models"),
    ]
