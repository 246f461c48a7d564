"""What withheld texts may do to an answer: inform a model, and never be given away by it.

The database is asked anew what is withheld, so that a search that forgot its filter, or an
essay hidden since the search, is caught here as well.
"""

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.conf import settings

from archivebrain.answering import leaks
from archivebrain.answering.leaks import Material
from archivebrain.answering.telltales import Text
from archivebrain.answering.types import Question, Surface
from archivebrain.providers.base import Provider
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.types import Brief, Check, Draft, Source, together
from retrieval.lanes.keyword import document_frequencies, scored
from retrieval.models import Chunk, Essay
from retrieval.search import search
from retrieval.types import Scope, Tier

# A stream is sent before it is checked as a whole; programs, widgets and connectors hand
# answers on to readers whom this site never sees.
INFORMED = frozenset((Surface.PAGE, Surface.COMMAND))
BACKGROUND_PASSAGES = 4
# How many texts nearest to the answer's own words are compared with it.
NEAR_TEXTS = 20

# Why a draft was declined of which the filter left nothing.
WITHHELD = "withheld"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Names:
    """Slugs and titles of withheld essays, but those that a public essay bears as well."""

    slugs: frozenset[str]
    titles: frozenset[str]


def is_informed(question: Question, provider: Provider | None) -> bool:
    """Whether withheld texts may inform this answer: if switched on, and for no program.

    ``provider``: another than the configured one. Who only quotes is given none.
    """
    name = provider.name if provider else settings.ANSWER_PROVIDER
    is_model = name != Extractive.name
    return bool(settings.ANSWER_BACKGROUND) and is_model and question.surface in INFORMED


def background(question: Question, provider: Provider | None) -> tuple[str, ...]:
    """The bare words of the withheld passages that are nearest to the question."""
    if not is_informed(question, provider):
        return ()
    scope = Scope(as_of=question.as_of, tier=Tier.BACKGROUND)
    found = search(question.text, scope=scope, limit=BACKGROUND_PASSAGES)
    return tuple(passage.plain for passage in found.passages)


def without_leaks(draft: Draft, brief: Brief) -> Draft:
    """The draft without the sentences that give withheld writing away.

    Declined where none is left, and where the check itself fails: what was not checked is
    not said.
    """
    if not draft.sentences:
        return draft
    try:
        kept = _kept(draft, brief)
    except Exception as fault:  # noqa: BLE001  # any fault at all must close, not open
        log.error("The leak filter failed, so nothing was said: %s", type(fault).__name__)
        kept = ()
    if len(kept) == len(draft.sentences):
        return draft
    blocked = len(draft.sentences) - len(kept)
    log.warning("The leak filter took out %d sentences.", blocked)
    draft = replace(draft, checks=together(draft.checks, {Check.LEAK_BLOCKED: blocked}))
    sentences = tuple(draft.sentences[place] for place in kept)
    if sentences:
        return replace(draft, sentences=sentences)
    return replace(draft, sentences=(), declined=True, reason=WITHHELD)


def _kept(draft: Draft, brief: Brief) -> tuple[int, ...]:
    names = _withheld_names()
    hidden = {one.number for one in brief.sources if one.passage.essay.slug in names.slugs}
    said = [sentence.text for sentence in draft.sentences]
    material = _material(said, brief, names, hidden)
    kept = leaks.kept(said, material)
    if len(kept) < len(said):
        # The public writing says more than the passages that were shown: ask it, too.
        public = (*material.public, *_nearest(said, Tier.PUBLIC))
        kept = leaks.kept(said, replace(material, public=public))
    return tuple(
        place
        for place in kept
        if not hidden.intersection(cite.source for cite in draft.sentences[place].cites)
    )


def _material(said: list[str], brief: Brief, names: Names, hidden: Collection[int]) -> Material:
    misplaced = (_text_of(one) for one in brief.sources if one.number in hidden)
    return Material(
        shown=(*map(Text, brief.background), *misplaced),
        near=_nearest(said, Tier.BACKGROUND),
        names=(*names.slugs, *names.titles),
        public=(
            *(_text_of(one) for one in brief.sources if one.number not in hidden),
            *(Text(f"{row.concept_name}\n{row.stance}\n{row.because}") for row in brief.positions),
        ),
        knows=_known_words,
    )


def _text_of(source: Source) -> Text:
    """All that readers may be told of a passage, its title and date included."""
    passage = source.passage
    essay = passage.essay
    return Text(f"{passage.plain}\n{essay.title}\n{passage.heading}\n{essay.published or ''}")


def _nearest(said: Iterable[str], tier: Tier) -> tuple[Text, ...]:
    """The texts of a tier that share most words with the answer."""
    found = [pk for pk, _ in scored(" ".join(said), Scope(tier=tier), limit=NEAR_TEXTS)]
    chunks = Chunk.objects.filter(pk__in=found, essay__in=Essay.objects.of(tier))
    return tuple(map(Text, chunks.values_list("plain", flat=True)))


def _withheld_names() -> Names:
    withheld = Essay.objects.withheld()
    slugs = withheld.values_list("slug", flat=True)
    titles = withheld.exclude(title__in=Essay.objects.public().values("title"))
    return Names(frozenset(slugs), frozenset(titles.values_list("title", flat=True)))


def _known_words(words: Collection[str]) -> Collection[str]:
    """Those of the words that the public writing uses."""
    return [word for word, count in document_frequencies(tuple(words)).items() if count]
