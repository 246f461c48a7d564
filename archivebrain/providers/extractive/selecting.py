"""Picks the sentences that answer, best first, from different essays where they are close; pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from archivebrain.providers.extractive.readings import Candidate, Reading, SourceWords, Term
from retrieval.types import Span

MAX_SENTENCES = 4
# Words count beside meaning: a sentence that names the thing beats one that is only near it.
WORD_SHARE = 0.35
# The passage's own words count less: they say that the sentence stands in the right place.
PASSAGE_SHARE = 0.15
# A sentence is understood under its title and headings, so its closeness there counts too.
PLACE_SHARE = 0.5
# A further sentence must be nearly as good as the best, or it is padding.
WORTH = 0.82
# Within this much of each other, another essay's sentence is preferred to more of the same.
DIVERSITY = 0.12
# Dates only break near ties: a strong date must not pull in a weak sentence.
TEMPORAL_STEP = 0.05
# Two sentences sharing this many of their stems say the same.
SAME = 0.7
# A question of the author's raises the matter and leaves it open.
OPEN_QUESTION = 0.15
# A sentence about another text says where the matter is written of, not what is said.
POINTER = 0.15
# What leans on a sentence before is hard to read alone, and longer to read with it.
ADRIFT = 0.15
LED = 0.08


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question asks of the dates: days it names, and the first or latest view."""

    time: Span | None
    leaning: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score for one part of the question."""

    candidate: Candidate
    score: float


def pick(reading: Reading, parts: Sequence[int], *, wish: Wish) -> tuple[Candidate, ...]:
    """One to four sentences: the best of each part first, then what is nearly as good."""
    by_part = [ranked(reading, part, wish=wish) for part in parts[:MAX_SENTENCES]]
    chosen: list[Scored] = []
    for later, scored in zip(reversed(range(len(by_part))), by_part, strict=True):
        room = MAX_SENTENCES - later - _length(chosen)
        fresh = [
            one for one in scored if one.candidate.length <= room and not _repeats(one, chosen)
        ]
        chosen.extend(fresh[:1])
    room = (MAX_SENTENCES - _length(chosen)) // len(by_part)
    for scored in by_part:
        chosen.extend(_more(scored, chosen, room=room))
    return tuple(one.candidate for one in chosen)


def _length(chosen: Sequence[Scored]) -> int:
    return sum(one.candidate.length for one in chosen)


def ranked(reading: Reading, part: int, *, wish: Wish) -> list[Scored]:
    """All candidates by score for one part; where years were asked, theirs come first."""
    words = {source.number: source for source in reading.sources}
    terms = reading.terms[part]
    scored = [
        Scored(one, _score(one, part, terms, words[one.source])) for one in reading.candidates
    ]
    leaned = _lean(scored, wish.leaning)
    return sorted(
        leaned,
        key=lambda one: (
            not _in_time(one.candidate, wish.time),
            -one.score,
            one.candidate.source,
            one.candidate.place,
        ),
    )


def _score(one: Candidate, part: int, terms: tuple[Term, ...], source: SourceWords) -> float:
    whole = sum(term.weight for term in terms) or 1.0
    said = sum(term.weight for term in terms if term.stems & one.stems) / whole
    around = sum(term.weight for term in terms if source.holds(term)) / whole
    return _closeness(one, part) + WORD_SHARE * said + PASSAGE_SHARE * around - _faults(one)


def _closeness(one: Candidate, part: int) -> float:
    """Half by its own words, half as its title and headings let it be understood."""
    if not one.closeness:
        return 0.0
    return (1 - PLACE_SHARE) * one.closeness[part] + PLACE_SHARE * one.in_place[part]


def _faults(one: Candidate) -> float:
    """What a reader would hold against a sentence, however near it is."""
    asks = one.sentence.rstrip("\"'”’»)").endswith("?")
    leans = (LED if one.lead else ADRIFT) if one.leans else 0.0
    return OPEN_QUESTION * asks + POINTER * one.points + leans


def _lean(scored: list[Scored], leaning: int) -> list[Scored]:
    """Later sentences gain a step for "lately", earlier ones for "originally"."""
    dates = sorted({one.candidate.published for one in scored if one.candidate.published})
    if not leaning or len(dates) < 2:
        return scored
    place = {day: index / (len(dates) - 1) for index, day in enumerate(dates)}
    return [
        Scored(
            one.candidate,
            one.score
            + (
                TEMPORAL_STEP * leaning * (2 * place[one.candidate.published] - 1)
                if one.candidate.published
                else 0.0
            ),
        )
        for one in scored
    ]


def _in_time(one: Candidate, time: Span | None) -> bool:
    return time is None or (one.published is not None and time.holds(one.published))


def _more(scored: Sequence[Scored], chosen: Sequence[Scored], *, room: int) -> list[Scored]:
    """What else is worth saying, another essay first where two are close."""
    if not scored:
        return []
    added: list[Scored] = []
    floor = WORTH * scored[0].score
    while (left := room - _length(added)) > 0:
        taken = [*chosen, *added]
        slugs = {one.candidate.slug for one in taken}
        worthy = [
            one
            for one in scored
            if one.score >= floor and one.candidate.length <= left and not _repeats(one, taken)
        ]
        if not worthy:
            break
        added.append(
            max(worthy, key=lambda one: one.score + DIVERSITY * (one.candidate.slug not in slugs))
        )
    return added


def _repeats(one: Scored, taken: Sequence[Scored]) -> bool:
    return any(_say_the_same(one.candidate, other.candidate) for other in taken)


def _say_the_same(one: Candidate, other: Candidate) -> bool:
    shared = {one.sentence, one.lead} & {other.sentence, other.lead} - {""}
    return bool(shared) or _overlap(one, other) >= SAME


def _overlap(one: Candidate, other: Candidate) -> float:
    union = one.stems | other.stems
    return len(one.stems & other.stems) / len(union) if union else 0.0
