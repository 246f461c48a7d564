"""From a question to passages: lanes, fusion, boosts, and the texts themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils import timezone

from retrieval.embedders import Embedder, EmbedderUnavailable
from retrieval.embedders.base import Vectors
from retrieval.embedders.checked import embed_each
from retrieval.factors import Boosts, factors_for
from retrieval.fusion import Fused
from retrieval.generations import get_embedder
from retrieval.lanes import LANES, SHADOW_LANES, Hit, Lane, Query
from retrieval.lanes.keyword import K1, B
from retrieval.lanes.vector import ForeignVectors
from retrieval.models import Chunk, Essay
from retrieval.pooling import fused
from retrieval.recipe import Recipe
from retrieval.records import RECORDS
from retrieval.repeats import without_repeats
from retrieval.storable import storable
from retrieval.temporal import NO_TIME, AskedTime, asked_time
from retrieval.timing import Stage, Stopwatch
from retrieval.types import DocType, EssayRef, Passage, Scope, Tier

RECIPE = Recipe(lanes=tuple(lane.name for lane in LANES), bm25=(K1, B))
# What `degraded` says when a question could not be matched by meaning.
EMBEDDINGS = "embeddings"
# So many more are looked at than asked for: repeats are left out.
SPARE = 8
# The model is most of a search's time; 1.5 kB a question buy it back when one returns.
CACHED_QUESTIONS = 2000
# Tells two models apart, as short as the other versions.
FINGERPRINT_SHOWN = 12


class UnknownLane(ValueError):
    """A lane was asked for that does not exist; the message names those that do."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """``degraded``: what was down; ``reasons``: the same in a sentence, for operators.

    ``stages``: embed, each lane, fuse, load. ``versions``: ``index`` changes with anything
    that the public may find, ``recipe`` with any knob, ``embedder`` with the model; it is
    left out where the question was not embedded. ``asked``: the time that the
    question asks about; ``is_of_its_time``: whether anything found is of it.
    """

    passages: tuple[Passage, ...]
    degraded: tuple[str, ...]
    stages: tuple[Stage, ...]
    versions: Mapping[str, str]
    reasons: tuple[str, ...] = ()
    asked: AskedTime = NO_TIME
    is_of_its_time: bool = False

    @property
    def timings_ms(self) -> dict[str, float]:
        return {stage.name: stage.ms for stage in self.stages}


@dataclass(slots=True)
class Course(Stopwatch):
    """What one search has met so far."""

    reasons: list[str] = field(default_factory=list)


def search(
    text: str,
    *,
    scope: Scope | None = None,
    limit: int = 10,
    lanes: Sequence[str] | None = None,
    recipe: Recipe = RECIPE,
) -> SearchResult:
    """The best passages within the scope, by words alone while embeddings are down."""
    scope, course, text = scope or Scope(), Course(), storable(text)
    chosen = lanes_named(lanes)
    query = _read(text, chosen, course)
    found = _find(query, scope, chosen, course, pool=recipe.pool)
    asked = asked_time(text, today=scope.as_of or timezone.localdate())
    with course.timed("fuse"):
        pool = fused(found, query, scope, recipe)
        boosts = factors_for(text, [one.chunk_id for one in pool], scope=scope, asked=asked)
        ranked = _boosted(pool, boosts)[: limit + SPARE]
    with course.timed("load"):
        loaded = _recorded(_load(ranked, scope, lanes=[lane.name for lane in found]), scope)
        passages = without_repeats(loaded)[:limit]
        versions = _versions(query, recipe)
    return SearchResult(
        passages,
        degraded=(EMBEDDINGS,) if course.reasons else (),
        stages=tuple(course.stages),
        versions=versions,
        reasons=tuple(course.reasons),
        asked=asked,
        is_of_its_time=boosts.is_of_its_time,
    )


def lanes_named(names: Sequence[str] | None) -> tuple[Lane, ...]:
    """All lanes that are fused, or those named, in their own order; raises ``UnknownLane``."""
    if names is None:
        return LANES
    known = {lane.name: lane for lane in (*LANES, *SHADOW_LANES)}
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UnknownLane(f"No lane is called {unknown[0]!r}. Choose from {', '.join(known)}.")
    return tuple(lane for name, lane in known.items() if name in names)


def _read(text: str, chosen: Sequence[Lane], course: Course) -> Query:
    if all(lane.name == "keyword" for lane in chosen) or not text.strip():
        return Query(text, None, "")
    try:
        with course.timed("embed"):
            embedder = get_embedder()
            return Query(text, _vector_of(text, embedder), embedder.fingerprint)
    except EmbedderUnavailable as fault:
        course.reasons.append(str(fault))
        return Query(text, None, "")


@lru_cache(maxsize=CACHED_QUESTIONS)
def _vector_of(text: str, embedder: Embedder) -> Vectors:
    """The model is part of the key: another model's vector is never taken from here."""
    (vector,) = embed_each(embedder, [text])
    if isinstance(vector, str):
        raise EmbedderUnavailable(f"The embedding model gave the question no vector: {vector}.")
    return vector


def _versions(query: Query, recipe: Recipe) -> dict[str, str]:
    live = {"index": Essay.objects.public().stamp(), "recipe": recipe.fingerprint}
    embedder = query.fingerprint[:FINGERPRINT_SHOWN]
    return live | {"embedder": embedder} if embedder else live


def _find(
    query: Query, scope: Scope, chosen: Sequence[Lane], course: Course, *, pool: int
) -> dict[Lane, Sequence[Hit]]:
    """What each lane found; a lane whose index is another model's is left out."""
    found: dict[Lane, Sequence[Hit]] = {}
    for lane in chosen:
        try:
            with course.timed(lane.name):
                found[lane] = lane.find(query, scope, limit=pool)
        except ForeignVectors as fault:
            course.reasons.append(str(fault))
    return found


def _recorded(passages: tuple[Passage, ...], scope: Scope) -> tuple[Passage, ...]:
    if scope.tier is Tier.PUBLIC:
        for record in RECORDS:
            passages = record.labelled(passages, as_of=scope.as_of)
    return passages


def _boosted(pool: Sequence[Fused], boosts: Boosts) -> list[tuple[Fused, float]]:
    """Best first by score times boost; ties keep the order of fusion."""
    boosted = [(one, boosts.of(one.chunk_id)) for one in pool]
    return sorted(boosted, key=lambda pair: -pair[0].score * pair[1])


def _load(
    ranked: Sequence[tuple[Fused, float]], scope: Scope, *, lanes: Sequence[str]
) -> tuple[Passage, ...]:
    """Asks once more whether each is in the scope: essays are hidden at any moment."""
    ids = [one.chunk_id for one, _ in ranked]
    chunks = Chunk.objects.filter(pk__in=ids, essay__in=Essay.objects.within(scope))
    by_id = {chunk.pk: chunk for chunk in chunks.select_related("essay").defer("essay__body")}
    return tuple(
        _passage(by_id[one.chunk_id], one, boost, lanes=lanes)
        for one, boost in ranked
        if one.chunk_id in by_id
    )


def passages_of(slugs: Sequence[str], *, scope: Scope) -> tuple[Passage, ...]:
    """Every chunk of these essays, unranked, in the order of the writing."""
    chunks = Chunk.objects.filter(essay__in=Essay.objects.within(scope), essay__slug__in=slugs)
    return tuple(
        _passage(chunk, Fused(chunk.pk, 0.0, {}), 1.0, lanes=())
        for chunk in chunks.select_related("essay")
        .defer("essay__body")
        .order_by("essay__published_on", "essay", "ordinal")
    )


def _passage(chunk: Chunk, one: Fused, boost: float, *, lanes: Sequence[str]) -> Passage:
    return Passage(
        chunk_id=chunk.pk,
        essay=_reference(chunk.essay),
        heading_path=tuple(chunk.heading_path),
        anchor=chunk.anchor,
        text=chunk.text,
        plain=chunk.plain,
        lanes={lane: one.ranks.get(lane) for lane in lanes},
        base=one.score,
        boost=boost,
    )


def _reference(essay: Essay) -> EssayRef:
    return EssayRef(
        slug=essay.slug,
        title=essay.title,
        url=essay.canonical_url,
        published=essay.published_on,
        doc_type=DocType(essay.doc_type),
    )
