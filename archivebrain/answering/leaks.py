"""Finds the sentences of an answer that give withheld writing away; pure.

Belt and braces: the prompt asks a model to keep the background to itself, and this reads
what it wrote. A sentence goes when it shares a run of words with a withheld text, names
one, tells a fact or uses a word that stands in withheld texts alone, leans on them for
most of its words, or speaks of hidden material. Whatever is public too may always be said.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from archivebrain.answering import unmasking
from archivebrain.answering.telltales import LEAST_STEM, Text, carries, runs

# A title of fewer words that carry something is told from ordinary words by those that the
# public writing never uses.
NAME_WORDS = 2
TELLTALE_LETTERS = 4
# In a text read backwards or the like, shorter words come about by chance.
TELLTALE_LETTERS_DISGUISED = 7
# A row of single letters spells a word when it holds all of it.
SPELLED_LETTERS = 5
# A sentence leans on withheld texts when this many of its words, and most of them, do.
LEANING_WORDS, LEANING_SHARE = 4, 0.6

_HIDDEN = re.compile(
    r"\b(?:unpublished|unlisted|withheld|unreleased|confidential|embargoed)\b"
    r"|\b(?:private|secret|hidden|internal|draft)\s(?:draft|note|notes|essay|essays|text|texts|letter"
    r"|letters|piece|material|passage|passages|document|documents|writing|page)\b"
    r"|\bbackground\s(?:material|passage|passages|text|texts|notes?|information|block)\b"
    r"|\bin (?:a|an|her|his|their) (?:\w+ )?draft\b"
    r"|\b(?:must|may|can|could|should) ?n[o]?t (?:be )?(?:quote|quoted|cite|cited|named?|disclosed?"
    r"|discuss|discussed|reveal|revealed|share|shared)\b"
    r"|\bnot (?:allowed|permitted|supposed) to\b|\bbehind the scenes\b"
)

Knows = Callable[[Collection[str]], Collection[str]]


@dataclass(frozen=True)
class Material:
    """What is withheld and what is public, as far as it bears on one answer.

    ``shown``: withheld texts that the model was given; ``near``: others that the answer may
    have come upon. ``names``: titles and slugs of withheld essays. ``public``: texts whose
    words may be said. ``knows``: which of some words the public writing uses anywhere.
    """

    shown: tuple[Text, ...]
    near: tuple[Text, ...]
    names: tuple[str, ...]
    public: tuple[Text, ...]
    knows: Knows
    _known: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def shown_stems(self) -> frozenset[str]:
        return frozenset(key for text in self.shown for key in text.stems)

    @cached_property
    def public_stems(self) -> frozenset[str]:
        return frozenset(key for text in self.public for key in text.stems)

    @cached_property
    def shown_facts(self) -> frozenset[str]:
        return frozenset(fact for text in self.shown for fact in text.facts)

    @cached_property
    def public_facts(self) -> frozenset[str]:
        return frozenset(fact for text in self.public for fact in text.facts)

    @property
    def withheld(self) -> tuple[Text, ...]:
        return self.shown + self.near

    def unknown(self, words: Collection[str]) -> set[str]:
        """Those that the public writing never uses; each is asked for once."""
        new = [word for word in words if word not in self._known]
        known = set(self.knows(new)) if new else set()
        self._known.update((word, word in known) for word in new)
        return {word for word in words if not self._known[word]}


def kept(sentences: Sequence[str], material: Material) -> tuple[int, ...]:
    """The places of the sentences that may be said; none where the answer cannot be trusted.

    It cannot where two sentences give something away, where words were disguised, or where
    only the whole gives away what no sentence does.
    """
    texts = [Text(sentence) for sentence in sentences]
    whole = Text("\n".join(sentences))
    if _is_disguised(whole, material):
        return ()
    hits = {place for place, text in enumerate(texts) if _gives_away(text, material)}
    if len(hits) > 1:
        return ()
    rest = tuple(place for place in range(len(texts)) if place not in hits)
    joined = Text(" ".join(sentences[place] for place in rest))
    return () if _repeats(joined, material) or _names(joined, material) else rest


def _is_public_row(row: str, material: Material) -> bool:
    return any(row in text.letters for text in material.public)


def _gives_away(text: Text, material: Material) -> bool:
    return not _is_public(text, material) and (
        _repeats(text, material)
        or _names(text, material)
        or _tells(text, material)
        or _uses_telltale(text, material, least=TELLTALE_LETTERS)
        or _leans(text, material)
        or _speaks_of_hidden(text, material)
        # Words that were run together; as part of others, only long ones prove anything.
        or _spells(text.letters, material, TELLTALE_LETTERS_DISGUISED)
    )


def _gives_away_disguised(text: Text, material: Material) -> bool:
    return (
        _repeats(text, material)
        or _names(text, material)
        or _tells(text, material)
        or _uses_telltale(text, material, least=TELLTALE_LETTERS_DISGUISED)
    )


def _is_disguised(whole: Text, material: Material) -> bool:
    readings = (*unmasking.unseen(whole.raw), *unmasking.disguised(whole.raw))
    return any(_gives_away_disguised(Text(one), material) for one in readings) or any(
        _spells(row, material, SPELLED_LETTERS) for row in unmasking.spelled(whole.raw)
    )


def _spells(row: str, material: Material, least: int) -> bool:
    """Whether a row of letters holds a telltale word or a name."""
    words = {
        word
        for text in material.shown
        for word in text.stems.values()
        if len(word) >= least and word in row
    }
    names = ("".join(unmasking.words(name)) for name in material.names)
    return bool(words and material.unknown(words)) or any(
        len(name) >= 2 * SPELLED_LETTERS and name in row and not _is_public_row(name, material)
        for name in names
    )


def _is_public(text: Text, material: Material) -> bool:
    """Whether the sentence stands in a public text as it is."""
    return any(text.line in one.line for one in material.public)


def _stands_in(run: str, texts: Collection[Text]) -> bool:
    return any(run in text.line for text in texts)


def _repeats(text: Text, material: Material) -> bool:
    """A run of words, or of letters where words were cut, from a withheld text alone."""
    for run in runs(text.words):
        if _stands_in(run, material.withheld) and not _stands_in(run, material.public):
            return True
    return any(_shares_letters(text, one, material.public) for one in material.withheld)


def _shares_letters(text: Text, withheld: Text, public: Collection[Text]) -> bool:
    return any(
        _carries_enough(piece, withheld) and not any(piece in one.pieces for one in public)
        for piece in text.pieces & withheld.pieces
    )


def _carries_enough(piece: str, withheld: Text) -> bool:
    return any(word in piece for word in withheld.stems.values())


def _names(text: Text, material: Material) -> bool:
    """A withheld title or slug; a short one only where one of its words is nowhere public."""
    for name in material.names:
        words = unmasking.words(name)
        run = f" {' '.join(words)} "
        is_there = words and (run in text.line or _is_joined(words, text))
        if is_there and not _stands_in(run, material.public) and _is_telling(words, material):
            return True
    return False


def _is_joined(words: Sequence[str], text: Text) -> bool:
    joined = "".join(words)
    return len(words) > 1 and len(joined) >= 2 * LEAST_STEM and joined in text.words


def _is_telling(words: Sequence[str], material: Material) -> bool:
    carrying = [word for word in words if carries(word)]
    return len(carrying) >= NAME_WORDS or bool(carrying and material.unknown(carrying))


def _tells(text: Text, material: Material) -> bool:
    """An amount or a day that stands in what the model was shown, and in nothing public."""
    return bool(text.facts & material.shown_facts - material.public_facts)


def _uses_telltale(text: Text, material: Material, *, least: int) -> bool:
    """A word that the withheld texts use and the public writing never does."""
    candidates = {
        word
        for key, word in text.stems.items()
        if key in material.shown_stems and key not in material.public_stems and len(word) >= least
    }
    return bool(candidates and material.unknown(candidates))


def _leans(text: Text, material: Material) -> bool:
    """Whether most of what it says stands in withheld texts and in no public one."""
    leaning = text.stems.keys() & material.shown_stems - material.public_stems
    return len(leaning) >= LEANING_WORDS and len(leaning) >= LEANING_SHARE * len(text.stems)


def _speaks_of_hidden(text: Text, material: Material) -> bool:
    return bool(material.shown) and any(
        not _stands_in(f" {found[0]} ", material.public) for found in _HIDDEN.finditer(text.line)
    )
