"""Finds the sentences of an answer that give withheld writing away; pure.

The first line of defence is that public questions put no withheld text before a model; this
is the second. One table of checks reads each sentence as it stands, and in every disguise
that ``unmasking`` knows. Whatever is public too may always be said.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby

from archivebrain.answering.disguises import Said
from archivebrain.answering.telltales import (
    LEAST_JOINED,
    LEAST_STEM,
    RUN_LETTERS,
    Shelf,
    Text,
    any_carries,
    carries,
    grams,
    parts_of,
    read,
    runs_of,
)
from archivebrain.answering.tongues import HINTS, TOLD_NOT_TO
from archivebrain.providers.types import Check

# A title of fewer words that carry something is told from ordinary words by those that the
# public writing never uses.
NAME_WORDS = 2
# A model that was shown nothing comes upon one word of a draft by chance, but not upon two.
TELLTALES_UNSHOWN = 2
# A sentence leans on withheld texts when this many of its words, and most of them, do.
LEANING_WORDS, LEANING_SHARE = 4, 0.6
# Sentences of fewer words are fragments, and are read together with their neighbours.
FRAGMENT_WORDS = 6


@dataclass(frozen=True, eq=False)
class Material:
    """What is withheld and what is public, as far as it bears on one answer.

    ``shown``: withheld texts that the model was given; ``near``: others that the answer may
    have come upon. ``names``: titles and slugs of withheld essays. ``public``: texts whose
    words may be said. ``unknown``: of ``words_in_doubt``, those that the public writing never
    uses; to be filled in before anything is released.
    """

    shown: tuple[Text, ...] = ()
    near: tuple[Text, ...] = ()
    names: frozenset[str] = frozenset()
    public: Shelf = field(default_factory=Shelf)
    unknown: set[str] = field(default_factory=set)

    @cached_property
    def withheld(self) -> Shelf:
        return Shelf(self.shown + self.near)

    @cached_property
    def stems(self) -> frozenset[str]:
        return self.withheld.stems - self.public.stems

    def telltales(self, text: Text) -> frozenset[str]:
        """Stems that the withheld texts use and the public writing never does."""
        shared = text.stems.keys() & self.stems
        return frozenset(key for key in shared if text.stems[key] in self.unknown)


@dataclass(frozen=True, slots=True)
class Release:
    """The places of the sentences that may be said, and how often each check said no."""

    kept: tuple[int, ...]
    blocked: Counter[Check] = field(default_factory=Counter)


def words_in_doubt(said: Said, material: Material) -> frozenset[str]:
    """Words that would give something away if the public writing never used them."""
    texts = said.plain + said.disguised
    shared = {text.stems[key] for text in texts for key in text.stems.keys() & material.stems}
    rows = {word for row, least in said.rows.items() for word in _words_in(row, least, material)}
    joined = said.whole.joined_in(material.withheld.carrying)
    names = {word for text in texts for name in _named(text, material) for word in name}
    return frozenset(shared | rows | joined | set(filter(carries, names)))


def released(said: Said, material: Material) -> Release:
    """Which sentences may be said; none where the answer cannot be trusted.

    It cannot where two sentences give something away, where words were disguised, or where
    only the whole gives away what no sentence does. What gives something away and reached no
    sentence is counted, for it is cut already.
    """
    alert = [one for one in CHECKS if not one.of_a_whole or one.finds(said.whole, material)]
    hits = dict(_hits(said.sentences, alert, material))
    rest = tuple(at for at in range(len(said.sentences)) if at not in hits)
    left = read("\n".join(said.sentences[at].raw for at in rest)) if hits else said.whole
    blocked = Counter(hits.values())
    across = [one for one in alert if one.is_across]
    if ends := _disguised(said, material) or _scattered(left, across, material):
        blocked[ends] += 1
    elif not blocked and (found := _cut_already(said, material)):
        blocked[found] += 1
    return Release(() if ends or len(hits) > 1 else rest, blocked)


def _hits(
    sentences: Sequence[Text], alert: Sequence["Reader"], material: Material
) -> Iterator[tuple[int, Check]]:
    """The places of sentences that give something away, alone or as fragments in a row."""
    clean = []
    for place, text in enumerate(sentences):
        if found := _given_away(text, alert, material):
            yield place, found
        else:
            clean.append(place)
    for group, text in _fragments(sentences, clean):
        if found := _given_away(text, alert, material):
            yield from ((place, found) for place in group)


def _fragments(
    sentences: Sequence[Text], places: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], Text]]:
    """Short sentences in a row, such as the points of a list, read as one."""
    for is_short, row in groupby(places, lambda at: len(sentences[at].words) < FRAGMENT_WORDS):
        group = tuple(row)
        if is_short and len(group) > 1:
            yield group, read(" ".join(sentences[at].raw for at in group))


def _given_away(text: Text, alert: Sequence["Reader"], material: Material) -> Check | None:
    found = next((one.check for one in alert if one.finds(text, material)), None)
    is_public = found and material.public.says(text.line)
    return None if is_public else found


def _disguised(said: Said, material: Material) -> Check | None:
    def gives_away(text: Text) -> bool:
        return (
            _repeats(text, material)
            or _names(text, material)
            or _tells(text, material)
            or any(len(text.stems[key]) >= LEAST_JOINED for key in material.telltales(text))
        )

    rows = (_is_spelt(row, least, material) for row, least in said.rows.items())
    return Check.LEAK_DISGUISE if any(map(gives_away, said.disguised)) or any(rows) else None


def _scattered(text: Text, across: Sequence["Reader"], material: Material) -> Check | None:
    """What only the whole gives away."""
    return next((one.check for one in across if one.finds(text, material)), None)


def _cut_already(said: Said, material: Material) -> Check | None:
    """What the model wrote where no reader is shown it: in addresses, in unseen characters."""
    hidden = (_given_away(text, CHECKS, material) for text in said.unseen)
    across = [one for one in CHECKS if one.is_across]
    return _scattered(said.cut, across, material) or next(filter(None, hidden), None)


def _is_spelt(row: str, least: int, material: Material) -> bool:
    """Whether a row of letters holds a telltale word or a name."""
    names = (name for name in _joined_names(material.names) if name in row)
    return any(word in material.unknown for word in _words_in(row, least, material)) or any(
        not any(name in one.letters for one in material.public.texts) for name in names
    )


def _words_in(row: str, least: int, material: Material) -> Iterator[str]:
    return (part for part in parts_of(row, least) if part in material.withheld.carrying)


def _repeats(text: Text, material: Material) -> bool:
    """A run of words, or of letters where words were cut, from a withheld text alone."""
    runs = material.withheld.runs.intersection(map(hash, runs_of(text.words)))
    pieces = material.withheld.pieces.intersection(map(hash, grams(text.letters, RUN_LETTERS)))
    # What is public is worked out for those alone that share anything.
    runs, pieces = runs and runs - material.public.runs, pieces and pieces - material.public.pieces
    found = (run for run in runs_of(text.words) if runs and hash(run) in runs)
    cut = (row for row in grams(text.letters, RUN_LETTERS) if pieces and hash(row) in pieces)
    return any(map(any_carries, found)) or any(
        word in row for row in cut for word in material.withheld.carrying
    )


def _named(text: Text, material: Material) -> Iterator[tuple[str, ...]]:
    """Withheld titles and slugs that stand in the text, and in nothing public."""
    names, joined, words = _names_by_word(material.names), _joined_names(material.names), text.words
    found = {joined[word] for word in joined.keys() & text.tokens}
    for place, word in enumerate(words) if names.keys() & words else ():
        for before, name in names.get(word, ()):
            if words[max(place - before, 0) : place - before + len(name)] == name:
                found.add(name)
    for name in found:
        if not material.public.says(f" {' '.join(name)} "):
            yield name


@lru_cache(maxsize=4)
def _names_by_word(names: frozenset[str]) -> Mapping[str, Sequence[tuple[int, tuple[str, ...]]]]:
    """Each name, with the place in it of its longest word, by that word."""
    by_word: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for words in filter(None, (read(name).words for name in names)):
        place = max(range(len(words)), key=lambda at: len(words[at]))
        by_word.setdefault(words[place], []).append((place, words))
    return by_word


@lru_cache(maxsize=4)
def _joined_names(names: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    return {
        "".join(words): words
        for words in (read(name).words for name in names)
        if len(words) > 1 and sum(map(len, words)) >= 2 * LEAST_STEM
    }


def _names(text: Text, material: Material) -> bool:
    """A withheld title or slug; a short one only where one of its words is nowhere public."""
    carrying = ([word for word in name if carries(word)] for name in _named(text, material))
    return any(
        len(words) >= NAME_WORDS or any(word in material.unknown for word in words)
        for words in carrying
    )


def _tells(text: Text, material: Material) -> bool:
    """An amount or a day that stands in a withheld text, and in nothing public."""
    return not (text.facts & material.withheld.facts) <= material.public.facts


def _uses_telltales(text: Text, material: Material) -> bool:
    """Words that the withheld texts use and the public writing never does.

    One is enough of a text that the model was shown; of another, a name or two words.
    """
    telling = material.telltales(text)
    return bool(telling) and (
        any(not telling.isdisjoint(one.stems) for one in material.shown)
        or any(
            len(telling & one.stems.keys()) >= TELLTALES_UNSHOWN or telling & one.names
            for one in material.near
        )
    )


def _is_run_together(text: Text, material: Material) -> bool:
    return any(word in material.unknown for word in text.joined_in(material.withheld.carrying))


def _leans(text: Text, material: Material) -> bool:
    """Whether most of what it says stands in a withheld text and in no public one."""
    least = max(LEANING_WORDS, LEANING_SHARE * len(text.stems))
    leaning = text.stems.keys() & material.stems
    return len(leaning) >= least and any(
        len(leaning & one.stems.keys()) >= least for one in material.withheld.texts
    )


def _speaks_of_hidden(text: Text, material: Material) -> bool:
    """Hints are the same whether or not there is something to hide: their lack would tell."""
    patterns = (HINTS, TOLD_NOT_TO) if material.shown else (HINTS,)
    return any(
        not material.public.says(f" {found[0]} ")
        for pattern in patterns
        for found in pattern.finditer(text.line)
    )


@dataclass(frozen=True, slots=True)
class Reader:
    """One check. ``is_across``: clean sentences may give it away together. ``of_a_whole``: what
    it finds in a sentence it finds in the whole as well."""

    check: Check
    finds: Callable[[Text, Material], bool]
    is_across: bool = False
    of_a_whole: bool = True


# Each is tried in turn, and the first to find something gives its name.
CHECKS = (
    Reader(Check.LEAK_RUN, _repeats, is_across=True),
    Reader(Check.LEAK_NAME, _names, is_across=True),
    Reader(Check.LEAK_FACT, _tells, is_across=True, of_a_whole=False),
    Reader(Check.LEAK_WORD, _uses_telltales),
    Reader(Check.LEAK_JOINED, _is_run_together),
    Reader(Check.LEAK_LEANING, _leans, of_a_whole=False),
    Reader(Check.LEAK_HINT, _speaks_of_hidden),
)
