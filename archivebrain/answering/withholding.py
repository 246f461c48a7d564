"""What is withheld, asked of the database anew for each answer: who may be shown of it, and
which of it bears on what was said."""

from collections.abc import Collection, Iterable

from django.conf import settings
from django.db.models import Exists, OuterRef

from archivebrain.answering import leaks
from archivebrain.answering.disguises import Said, words_to_search
from archivebrain.answering.leaks import Material
from archivebrain.answering.telltales import Shelf, Text, ready
from archivebrain.answering.types import Question, Surface
from archivebrain.providers.base import Provider
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.types import Brief, Source
from retrieval.lanes.keyword import MAX_QUESTION_WORDS, scored, used_in_public
from retrieval.models import Chunk, Essay
from retrieval.search import search
from retrieval.types import Scope, Tier

# A stream is sent before it is checked as a whole; programs, widgets and connectors hand
# answers on to readers whom this site never sees.
INFORMED = frozenset((Surface.PAGE, Surface.COMMAND))
BACKGROUND_PASSAGES = 4
# How many texts nearest to the answer's own words are compared with it.
NEAR_TEXTS = 20


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


def withheld_sources(sources: Iterable[Source]) -> frozenset[int]:
    """The numbers of sources that may not be cited: of essays that are public no longer."""
    slugs = {source.number: source.passage.essay.slug for source in sources}
    hidden = Essay.objects.withheld().filter(slug__in=slugs.values())
    withheld = set(hidden.values_list("slug", flat=True))
    return frozenset(number for number, slug in slugs.items() if slug in withheld)


def material_for(said: Said, brief: Brief, hidden: Collection[int]) -> Material:
    """All that what was said is held against. The same is asked whatever was said, so that
    the time tells nothing of it."""
    told = _told(brief, hidden)
    searched = words_to_search(said, {key for text in told for key in text.stems})
    misplaced = (_text_of(one) for one in brief.sources if one.number in hidden)
    material = Material(
        shown=(*map(ready, brief.background), *misplaced),
        near=_nearest(searched, Tier.BACKGROUND),
        names=_withheld_names(),
        public=Shelf((*told, *_nearest(searched, Tier.PUBLIC))),
    )
    doubtful = leaks.words_in_doubt(said, material)
    material.unknown.update(doubtful - used_in_public(doubtful))
    return material


def _told(brief: Brief, hidden: Collection[int]) -> tuple[Text, ...]:
    """What readers are told in any case: passages, positions, a live fact, who wrote it all."""
    live = (f"{brief.live.text}\n{brief.live.source}",) if brief.live else ()
    views = (f"{row.concept_name}\n{row.stance}\n{row.because}" for row in brief.positions)
    passages = (_text_of(one) for one in brief.sources if one.number not in hidden)
    return (*passages, *map(ready, (*views, *live, brief.author)))


def _text_of(source: Source) -> Text:
    """All that readers may be told of a passage, its title and date included."""
    passage = source.passage
    essay = passage.essay
    return ready(f"{passage.plain}\n{essay.title}\n{passage.heading}\n{essay.published or ''}")


def _nearest(words: tuple[str, ...], tier: Tier) -> tuple[Text, ...]:
    """The texts of a tier that share most words with what was said."""
    starts = range(0, len(words), MAX_QUESTION_WORDS)
    texts = (" ".join(words[at : at + MAX_QUESTION_WORDS]) for at in starts)
    found = [scored(text, Scope(tier=tier), limit=NEAR_TEXTS) for text in texts]
    # Where nothing was found the same is asked, of no row.
    keys = [key for batch in found for key, _ in batch] or [0]
    chunks = Chunk.objects.filter(pk__in=keys, essay__in=Essay.objects.of(tier))
    return tuple(map(ready, chunks.values_list("plain", flat=True)))


def _withheld_names() -> frozenset[str]:
    """Slugs and titles of withheld essays, but titles that a public essay bears as well."""
    namesakes = Essay.objects.public().filter(title=OuterRef("title"))
    withheld = Essay.objects.withheld().annotate(is_public=Exists(namesakes))
    rows = withheld.values_list("slug", "title", "is_public")
    return frozenset(
        name
        for slug, title, is_public in rows
        for name in (slug, "" if is_public else title)
        if name
    )
