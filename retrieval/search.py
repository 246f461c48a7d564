"""From a question to passages: lanes, fusion, boosts, and the texts themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.utils import timezone

from retrieval.embedders import Embedder, EmbedderUnavailable
from retrieval.embedders.base import Vectors
from retrieval.embedders.checked import embed_each
from retrieval.factors import Boosts, factors_for
from retrieval.facts import Fact, facts_of
from retrieval.fusion import Fused
from retrieval.generations import get_embedder
from retrieval.lanes import LANES, SHADOW_LANES, Found, Lane, Query
from retrieval.lanes.keyword import K1, B
from retrieval.lanes.vector import ForeignVectors
from retrieval.passages import passages_among
from retrieval.pooling import fused, pool_of
from retrieval.recipe import Recipe
from retrieval.records import RECORDS
from retrieval.repeats import without_repeats
from retrieval.storable import storable
from retrieval.tallies import corpus_of
from retrieval.temporal import NO_TIME, AskedTime, asked_time
from retrieval.timing import Stage, Stopwatch, span_ms
from retrieval.types import Passage, Scope, Tier

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

    ``stages``: corpus, embed, each lane, fuse, load. ``versions``: ``index`` changes with anything
    that the searched tier may show, ``recipe`` with any knob, ``embedder`` with the model; it is
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

    @property
    def took_ms(self) -> float:
        """From the first stage's beginning to the last one's end."""
        return span_ms(self.stages)


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
    query = _read(text, scope, chosen, course)
    found = _find(query, scope, chosen, course, pool=recipe.pool)
    asked = asked_time(text, today=scope.as_of or timezone.localdate())
    with course.timed("fuse"):
        facts = _facts(found, query, scope)
        pool = fused(found, facts, query, scope, recipe)
        boosts = factors_for(text, facts, scope=scope, asked=asked)
        ranked = _boosted(pool, boosts)[: limit + SPARE]
    with course.timed("load"):
        loaded = passages_among(ranked, scope=scope, lanes=[lane.name for lane in found])
        passages = without_repeats(_recorded(loaded, scope))[:limit]
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


def _read(text: str, scope: Scope, chosen: Sequence[Lane], course: Course) -> Query:
    with course.timed("corpus"):
        words = Query(text, None, "", corpus_of(scope.tier))
    if not any(lane.uses_vector for lane in chosen) or not text.strip():
        return words
    try:
        with course.timed("embed"):
            embedder = get_embedder()
            vector = _vector_of(text, embedder)
            return replace(words, vector=vector, fingerprint=embedder.fingerprint)
    except EmbedderUnavailable as fault:
        course.reasons.append(str(fault))
        return words


@lru_cache(maxsize=CACHED_QUESTIONS)
def _vector_of(text: str, embedder: Embedder) -> Vectors:
    """The model is part of the key: another model's vector is never taken from here."""
    (vector,) = embed_each(embedder, [text])
    if isinstance(vector, str):
        raise EmbedderUnavailable(f"The embedding model gave the question no vector: {vector}.")
    return vector


def _versions(query: Query, recipe: Recipe) -> dict[str, str]:
    live = {"index": query.corpus.stamp, "recipe": recipe.fingerprint}
    embedder = query.fingerprint[:FINGERPRINT_SHOWN]
    return live | {"embedder": embedder} if embedder else live


def _find(
    query: Query, scope: Scope, chosen: Sequence[Lane], course: Course, *, pool: int
) -> dict[Lane, Found]:
    """What each lane found; a lane whose index is another model's is left out."""
    found: dict[Lane, Found] = {}
    for lane in chosen:
        try:
            with course.timed(lane.name):
                found[lane] = lane.find(query, scope, limit=pool, beside=pool_of(found.values()))
        except ForeignVectors as fault:
            course.reasons.append(str(fault))
    return found


def _facts(found: Mapping[Lane, Found], query: Query, scope: Scope) -> Sequence[Fact]:
    pool = pool_of(found.values())
    return facts_of(query.text, pool, fingerprint=query.fingerprint, tier=scope.tier)


def _recorded(passages: tuple[Passage, ...], scope: Scope) -> tuple[Passage, ...]:
    if scope.tier is Tier.PUBLIC:
        for record in RECORDS:
            passages = record.labelled(passages, as_of=scope.as_of)
    return passages


def _boosted(pool: Sequence[Fused], boosts: Boosts) -> list[tuple[Fused, float]]:
    """Best first by score times boost; ties keep the order of fusion."""
    boosted = [(one, boosts.of.get(one.chunk_id, 1.0)) for one in pool]
    return sorted(boosted, key=lambda pair: -pair[0].score * pair[1])
