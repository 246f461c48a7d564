"""How far the words that a sentence cites bear it out, told by words alone and a cosine; pure.

It is strict where it can tell (a number, a name, a negation, the other direction) and sees
nothing finer: a judge model does. docs/evaluation.md tells how often it is wrong.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from archivebrain.providers.types import Verdict
from archivebrain.wording.opposites import CONTRARY, FEELINGS, MERELY, NEGATIONS
from archivebrain.wording.stopwords import FUNCTION_WORDS, MERE_ASKING

# Shares of a sentence's own words that stand in what it cites, with the cosine of the two
# where there is one. Chosen on four fifths of SciFact's claims and on this house's samples.
SUPPORTED_SHARE, PARTLY_SHARE = 0.5, 0.25
SUPPORTED_COSINE, PARTLY_COSINE = 0.45, 0.3
# A sentence in quite other words is borne out only where it is this close.
CLOSE = 0.6
# Without an embedder words are all there is, and more of them must be common.
ALONE_SUPPORTED, ALONE_PARTLY = 0.75, 0.5
# Fewer common words than these say nothing of which sentence was turned round.
TURNED_SHARE = 0.4
# A denial reaches this many words further: "does not really sell many tickets".
_DENIED_WORDS = 5
# From this share of small English words on, capitals inside a sentence mean names.
ENGLISH_SHARE = 0.15

_WORD = re.compile(r"\d[\d.,]*\d|[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_ENDINGS = ("ing", "ed", "er", "ly")
_LEAST, _MOST = 3, 6
_SAYING = """
write writes wrote written writing author author's authors writer essay essays passage passages
piece pieces article articles post posts note notes noted claim claims claimed state states stated
according call calls called find finds found hold holds held conclude concludes concluded insist
insists insisted warn warns warned add adds added compare compares view views position positions
make makes made
"""
_SPEAKING = MERE_ASKING | frozenset(_SAYING.split())
_NO_SUBJECT = FUNCTION_WORDS | _SPEAKING
_POINTING = frozenset(("see", "read", "more", "further", "siehe", "voir", "lire", "véase", "vedi"))
_SPOKEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS = {word: str(number) for number, word in enumerate(_SPOKEN.split())}


@dataclass(frozen=True)
class Said:
    """A text as it is compared with another. ``author``: folded words of who wrote it."""

    text: str
    author: frozenset[str] = frozenset()

    @cached_property
    def written(self) -> tuple[str, ...]:
        return tuple(_words(self.text))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(map(folded, self.written))

    @cached_property
    def stems(self) -> frozenset[str]:
        """What it speaks of, endings aside; the author and the act of saying are left out."""
        return frozenset(map(stem, filter(self._is_said, self.words)))

    def _is_said(self, word: str) -> bool:
        bare = word.removesuffix("'s")
        if bare in _NO_SUBJECT or bare in self.author:
            return False
        return len(bare) > 1 or not bare.isascii() or bare.isdigit()

    @property
    def only_points(self) -> bool:
        """Whether it claims nothing and sends a reader to what it cites: "See her essay"."""
        first = self.words[0] if self.words else ""
        return first in _POINTING and self.stems <= set(map(stem, _POINTING))

    @cached_property
    def figures(self) -> frozenset[str]:
        """Its numbers in digits, however they are written."""
        return frozenset(filter(None, map(figure, self.words)))

    @cached_property
    def is_english(self) -> bool:
        small = sum(word in FUNCTION_WORDS for word in self.words)
        return small >= ENGLISH_SHARE * len(self.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """Capitalised words inside it, where capitals mean names."""
        if not self.is_english:
            return frozenset()
        return frozenset(
            folded(word).removesuffix("'s")
            for word in self.written[1:]
            if word[0].isupper() and len(word) > 1 and self._is_said(folded(word))
        )

    @property
    def is_denied(self) -> bool:
        return bool(self._denials)

    def denies(self, stems: frozenset[str]) -> bool:
        """Whether a denial stands right before one of these words, or an odd number do."""
        near = [
            at
            for at in self._denials
            if not stems.isdisjoint(map(stem, self.words[at + 1 : at + 1 + _DENIED_WORDS]))
        ]
        return len(near) % 2 == 1

    @cached_property
    def _denials(self) -> tuple[int, ...]:
        pairs = zip(self.words, (*self.words[1:], ""), strict=True)
        return tuple(
            at
            for at, (word, following) in enumerate(pairs)
            if word.replace("'", "") in NEGATIONS and (word, following) not in MERELY
        )


# The same passages are cited for one question after another.
@lru_cache(maxsize=8192)
def authors_sentence(text: str) -> Said:
    return Said(text)


@dataclass(frozen=True)
class Evidence:
    """What a sentence cites. ``sentences``: of the passages, as they may be quoted; ``beside``:
    titles, dates and the ledger's words on them, which bear out a sentence as well."""

    sentences: tuple[Said, ...]
    beside: Said = Said("")

    @cached_property
    def stems(self) -> frozenset[str]:
        return self.beside.stems.union(*(one.stems for one in self.sentences))

    @cached_property
    def is_english(self) -> bool:
        words = [word for one in self.sentences for word in one.words]
        return sum(word in FUNCTION_WORDS for word in words) >= ENGLISH_SHARE * len(words)

    @cached_property
    def words(self) -> frozenset[str]:
        whole = (self.beside, *self.sentences)
        return frozenset(word.removesuffix("'s") for one in whole for word in one.words)

    @cached_property
    def figures(self) -> frozenset[str]:
        return self.beside.figures.union(*(one.figures for one in self.sentences))

    def nearest(self, said: Said) -> Said | None:
        """The sentence that shares most with another, long ones discounted; None for no word."""
        shared = [one for one in self.sentences if one.stems & said.stems]
        return max(shared, key=lambda one: likeness(said, one), default=None)


def likeness(said: Said, other: Said) -> float:
    """Common words by the length of the other; a number counts for two."""
    common = len(said.stems & other.stems) + len(said.figures & other.figures)
    return common / (len(other.stems) + 8)


def weigh(said: Said, evidence: Evidence, *, closeness: float | None) -> Verdict:
    """The verdict on a sentence that is not the author's own words.

    ``closeness``: its cosine to the nearest sentence; None where no embedder was at hand.
    """
    if clash(said, evidence):
        return Verdict.NONE
    return graded(said, evidence, closeness=closeness)


def clash(said: Said, evidence: Evidence) -> bool:
    return any(clashes(said, evidence) for clashes in CLASHES)


def graded(said: Said, evidence: Evidence, *, closeness: float | None) -> Verdict:
    """The verdict on a sentence that clashes with nothing."""
    if not said.stems:
        return Verdict.NONE
    share = len(said.stems & evidence.stems) / len(said.stems)
    if not share:
        return Verdict.NONE
    if closeness is None:
        return _graded(share, (ALONE_SUPPORTED, ALONE_PARTLY))
    if closeness >= CLOSE:
        return Verdict.SUPPORTED if share >= PARTLY_SHARE else Verdict.PARTLY
    by_words = _graded(share, (SUPPORTED_SHARE, PARTLY_SHARE))
    by_meaning = _graded(closeness, (SUPPORTED_COSINE, PARTLY_COSINE))
    return max(by_words, by_meaning, key=list(Verdict).index)


def has_strange_figure(said: Said, evidence: Evidence) -> bool:
    """Whether a number in digits stands nowhere in what is cited."""
    in_digits = {word for word in said.words if word[0].isdigit()}
    return not {figure(word) for word in in_digits} <= evidence.figures


def has_strange_count(said: Said, evidence: Evidence) -> bool:
    """Whether a number in words stands before a noun that is counted otherwise there."""
    counted = [pair for one in evidence.sentences for pair in _counts(one)]
    nouns = {noun for _, noun in counted}
    return any(pair not in counted and pair[1] in nouns for pair in _counts(said))


def has_strange_name(said: Said, evidence: Evidence) -> bool:
    return not said.names <= evidence.words


def has_strange_feeling(said: Said, evidence: Evidence) -> bool:
    """Whether someone is said to love or hate where no word of that side stands."""
    felt = FEELINGS.intersection(said.words)
    return any(
        evidence.words.isdisjoint(_same_side(word)) for word in felt if word not in evidence.words
    )


def is_turned(said: Said, evidence: Evidence) -> bool:
    """Whether the nearest sentence says the contrary: one denies, or one goes the other way."""
    nearest = evidence.nearest(said)
    shared = said.stems & nearest.stems if nearest else frozenset()
    if nearest is None or len(shared) < TURNED_SHARE * len(said.stems):
        return False
    return (said.denies(shared) != nearest.denies(shared)) != _goes_the_other_way(said, nearest)


CLASHES = (
    has_strange_figure,
    has_strange_count,
    has_strange_name,
    has_strange_feeling,
    is_turned,
)


def folded(word: str) -> str:
    return word.casefold().replace("’", "'")


def figure(word: str) -> str:
    """The digits of a number, in whatever way it is written; "" for any other word."""
    if word[0].isdigit():
        return re.sub(r",(?=\d{3})", "", word)
    return _NUMBERS.get(word, "")


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """The beginning by which forms of one word meet: promise, promised, promising."""
    bare = figure(word) or word.removesuffix("'s")
    if bare[0].isdigit():
        return bare
    bare = bare.removesuffix("s") if len(bare) > _LEAST else bare
    ending = next((end for end in _ENDINGS if bare.endswith(end)), "")
    if len(bare) - len(ending) >= _LEAST:
        bare = bare.removesuffix(ending)
    return (bare.removesuffix("e") if len(bare) > _LEAST else bare)[:_MOST]


def _words(text: str) -> Iterable[str]:
    for found in _WORD.findall(text):
        if _UNSPACED.match(found):
            # Scripts without spaces are compared by neighbouring characters.
            yield from (found[at : at + 2] for at in range(max(1, len(found) - 1)))
        else:
            yield found


def _counts(said: Said) -> Sequence[tuple[str, str]]:
    """Each number in words, but "one", with the noun behind it."""
    return [
        (figure(word), stem(noun))
        for word, noun in zip(said.words, said.words[1:], strict=False)
        if word in _NUMBERS and word != "one" and noun not in FUNCTION_WORDS
    ]


def _same_side(word: str) -> frozenset[str]:
    return frozenset().union(*(CONTRARY[other] for other in CONTRARY[word]))


def _goes_the_other_way(said: Said, other: Said) -> bool:
    ours, theirs = frozenset(said.words), frozenset(other.words)
    turned = {
        word
        for word in ours - theirs
        if CONTRARY.get(word, frozenset()) & theirs and not _same_side(word) & theirs
    }
    return len(turned) % 2 == 1


def _graded(measure: float, bars: tuple[float, float]) -> Verdict:
    supported, partly = bars
    if measure >= supported:
        return Verdict.SUPPORTED
    return Verdict.PARTLY if measure >= partly else Verdict.NONE
