"""What a search found as the page shows it: one entry for each essay, its best passages below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings

from archivebrain.wording.buckets import STANDINGS
from retrieval.excerpts import Excerpt, Fragment, excerpt, marked
from retrieval.layout import Piece, set_out
from retrieval.links import deep_link
from retrieval.marking import asked_words
from retrieval.models import Essay
from retrieval.types import EssayRef, Passage

# Ten essays are a page; more than three passages of one hide the essays below it.
MOST_ESSAYS = 10
MOST_OF_ONE_ESSAY = 3


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """``heading`` is empty above an essay's first heading; ``link`` leads to the excerpt.

    ``pieces``: the excerpt as it is drawn.
    ``dated``: the day of a later update, None where it has its essay's. ``standing``: what
    became of its view since; empty where it is held.
    """

    heading: tuple[Fragment, ...]
    excerpt: Excerpt
    pieces: tuple[Piece, ...]
    link: str
    dated: date | None
    standing: str


@dataclass(frozen=True, slots=True)
class FoundEssay:
    """An essay with its passages, best first."""

    essay: EssayRef
    title: tuple[Fragment, ...]
    passages: tuple[FoundPassage, ...]

    @property
    def kind(self) -> str:
        return self.essay.doc_type.words


def by_essay(query: str, passages: Sequence[Passage]) -> list[FoundEssay]:
    """The essays in the order of their best passages, with the words of the query marked."""
    shown = _shown(passages)
    languages = _languages(shown)
    texts: dict[str, list[str]] = {}
    for group in shown:
        texts.setdefault(languages[_slug(group)], []).extend(_texts(group))
    asked = {name: asked_words(query, own, language=name) for name, own in texts.items()}
    return [_essay(group, asked[languages[_slug(group)]]) for group in shown]


def _slug(group: Sequence[Passage]) -> str:
    return group[0].essay.slug


def _languages(shown: Sequence[Sequence[Passage]]) -> dict[str, str]:
    """By slug; one that was hidden a moment ago is read as if it had no language."""
    slugs = [_slug(group) for group in shown]
    known = Essay.objects.public().filter(slug__in=slugs).values_list("slug", "language")
    return dict.fromkeys(slugs, "") | dict(known)


def _texts(group: Sequence[Passage]) -> list[str]:
    """All in which words may be marked."""
    return [group[0].essay.title, *(text for one in group for text in (one.heading, one.plain))]


def _essay(group: Sequence[Passage], asked: Mapping[str, str]) -> FoundEssay:
    essay = group[0].essay
    found = tuple(_passage(one, asked) for one in group)
    return FoundEssay(essay=essay, title=marked(essay.title, asked), passages=found)


def _shown(passages: Sequence[Passage]) -> list[list[Passage]]:
    groups: dict[str, list[Passage]] = {}
    for passage in passages:
        groups.setdefault(passage.essay.slug, []).append(passage)
    return [group[:MOST_OF_ONE_ESSAY] for group in list(groups.values())[:MOST_ESSAYS]]


def _passage(passage: Passage, asked: Mapping[str, str]) -> FoundPassage:
    cut = excerpt(passage.plain, asked)
    return FoundPassage(
        heading=marked(passage.heading, asked),
        excerpt=cut,
        pieces=set_out(cut, passage.text),
        dated=passage.dated,
        standing=STANDINGS.get(passage.bucket, ""),
        link=deep_link(
            settings.ARCHIVEBRAIN_SITE_URL,
            passage.essay.slug,
            anchor=passage.anchor,
            quote=cut.text.strip().split("\n", 1)[0],
        ),
    )
