"""What of a text would tell where it comes from: its runs, words and facts; pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from archivebrain.answering.tongues import MONTH_NAMES, MONTH_NUMBERS, SCALES, SMALL_WORDS
from archivebrain.answering.unmasking import bare, numbered, spellings

# A run of this many words is a quotation and no coincidence; of letters, where words were
# cut or joined or are long.
RUN_WORDS, RUN_LETTERS = 6, 28
# A shorter word says nothing by itself.
CARRYING_LETTERS = 4
LEAST_STEM = 4
# Words that were run together are told from others by being long.
LEAST_JOINED, LONG_WORD = 7, 16
# As many of the texts that were read last are kept ready; each takes about 100 KB.
KEPT_READY = 300
_ENDINGS = ("ations", "ation", "edly", "ings", "ing", "ed", "es", "ly", "s", "e")
_DAY_AND_MONTH = re.compile(r"(?<![\d.,/-])(\d{1,2})(?:/(\d{1,2})(?![\d/])|\.(\d{1,2})\.)")
_ISO_DAY = re.compile(r"\b\d{4}-(\d\d)-(\d\d)\b")
_DIGIT = re.compile(r"\d")
_FIGURES_OR_LETTERS = re.compile(r"\d+|\D+")
# Some languages write every noun with a capital, and then it makes no name.
_CAPITALISED = re.compile(r"(?<=[^\W_,;:] )[^\W\d_a-z]\w+")
_SMALL = re.compile(r"\b[^\W\d_A-Z]\w+")
MOST_NAMES = 0.2
_YEARS = range(1000, 2200)


@dataclass(frozen=True, eq=False)
class Text:
    """A text with what the checks ask of it, each worked out once.

    ``spelt``: its words as they are written, in small letters.
    """

    raw: str
    spelt: tuple[str, ...]

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return tuple(map(bare, self.spelt))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Folded, with numbers in digits."""
        return numbered(self.tokens)

    @cached_property
    def line(self) -> str:
        """The words between spaces, so that a run is found at whole words only."""
        return f" {' '.join(self.words)} "

    @cached_property
    def letters(self) -> str:
        return "".join(self.tokens)

    @cached_property
    def runs(self) -> frozenset[int]:
        """Each run of words that is long enough to be a quotation, as its hash."""
        return frozenset(map(hash, runs_of(self.words)))

    @cached_property
    def pieces(self) -> frozenset[int]:
        """The same of letters, where spaces may be anywhere."""
        return frozenset(map(hash, grams(self.letters, RUN_LETTERS)))

    @cached_property
    def stems(self) -> dict[str, str]:
        """The words that carry something, as they are spelt, by stem."""
        pairs = zip(self.tokens, self.spelt, strict=True)
        return {stem(token): spelt for token, spelt in pairs if carries(token)}

    @cached_property
    def carrying(self) -> frozenset[str]:
        return frozenset(filter(carries, self.tokens))

    @cached_property
    def facts(self) -> frozenset[str]:
        return frozenset(facts_in(self))

    @cached_property
    def names(self) -> frozenset[str]:
        """Stems of words that it only ever writes as names are: capitalised, or in figures."""
        found, small = (
            {stem(bare(word.casefold())) for word in words.findall(self.raw)}
            for words in (_CAPITALISED, _SMALL)
        )
        is_telling = len(found) <= MOST_NAMES * len(self.tokens)
        figures = {key for key in self.stems if any(map(str.isdigit, key)) and not _is_year(key)}
        return frozenset(figures | (found - small if is_telling else set()))

    def joined_in(self, wanted: frozenset[str]) -> frozenset[str]:
        """The long words of ``wanted`` that stand in it cut in up to four, or inside others."""
        one, two, three = self.tokens[1:], self.tokens[2:], self.tokens[3:]
        rows = (self.tokens, one), (self.tokens, one, two), (self.tokens, one, two, three)
        joined = chain.from_iterable(map("".join, zip(*row, strict=False)) for row in rows)
        parts = chain.from_iterable(parts_of(word) for word in self.tokens if len(word) > LONG_WORD)
        return frozenset(
            word for word in wanted.intersection(joined) if len(word) >= LEAST_JOINED
        ) | wanted.intersection(parts)


def read(raw: str) -> Text:
    return Text(raw, spellings(raw))


@dataclass(frozen=True, eq=False)
class Shelf:
    """Several texts, read as one."""

    texts: tuple[Text, ...] = ()

    @cached_property
    def runs(self) -> frozenset[int]:
        return frozenset().union(*(one.runs for one in self.texts))

    @cached_property
    def pieces(self) -> frozenset[int]:
        return frozenset().union(*(one.pieces for one in self.texts))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset().union(*(one.stems for one in self.texts))

    @cached_property
    def carrying(self) -> frozenset[str]:
        return frozenset().union(*(one.carrying for one in self.texts))

    @cached_property
    def facts(self) -> frozenset[str]:
        return frozenset().union(*(one.facts for one in self.texts))

    def says(self, line: str) -> bool:
        """Whether one of them has these words in a row."""
        return any(line in one.line for one in self.texts)


# Withheld and public texts return with every question; what was said does not.
ready = lru_cache(maxsize=KEPT_READY)(read)


def runs_of(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every run of words that is long enough to be a quotation, in order."""
    return zip(*(words[at:] for at in range(RUN_WORDS)), strict=False)


def grams(row: str, size: int) -> list[str]:
    """Every stretch of letters of this size, in order."""
    return [row[at : at + size] for at in range(len(row) - size + 1)]


def parts_of(row: str, least: int = LEAST_JOINED, most: int = LONG_WORD) -> Iterator[str]:
    """Every word that a row of letters may hold; of a row without end, its beginning."""
    row = row[:200]
    return (part for size in range(least, most + 1) for part in grams(row, size))


def facts_in(text: Text) -> Iterator[str]:
    """Amounts and days in one spelling: ``9 4 mill`` and, roughly, ``9 mill``; ``14/10``."""
    if not _DIGIT.search(text.line):
        return
    yield from _days_in_figures(text.raw)
    words = list(_parted(text.words))
    for place, word in enumerate(words):
        if word not in SCALES and word not in MONTH_NAMES and len(word) < 7:
            continue
        before = [one for one in words[max(place - 2, 0) : place] if one.isdecimal()]
        if word in MONTH_NAMES and (month := _month(word)):
            after = [one for one in words[place + 1 : place + 3] if one.isdecimal()]
            days = [int(near) for near in before + after if len(near) < 3]
            yield from (f"{day}/{month}" for day in days if 0 < day <= 31)
        elif word in SCALES and words[place - 1].isdecimal() and before:
            yield from _amounts(before, SCALES[word])
        elif word.isdecimal() and 6 < len(word) < 10:
            whole, rest = divmod(int(word), 10**6)
            yield from _amounts([str(whole), *([f"{rest:06}".rstrip("0")] if rest else [])], "mill")


def _parted(words: Collection[str]) -> Iterator[str]:
    """``9m`` is ``9`` and ``m``; a letter by itself says nothing here."""
    for word in words:
        if word.isdecimal() or (word.isalpha() and (len(word) > 1 or word in SCALES)):
            yield word
        elif len(word) > 1:
            yield from _FIGURES_OR_LETTERS.findall(word)


def _days_in_figures(raw: str) -> Iterator[str]:
    pairs = [(day, one or other) for day, one, other in _DAY_AND_MONTH.findall(raw)]
    pairs += [(day, month) for month, day in _ISO_DAY.findall(raw)]
    for day, month in pairs:
        if 0 < int(day) <= 31 and 0 < int(month) <= 12:
            yield f"{int(day)}/{int(month)}"


def _amounts(figures: Sequence[str], scale: str) -> Iterator[str]:
    yield f"{' '.join(figures)} {scale}"
    if len(figures) > 1:
        yield f"{figures[0]} {scale}"


def _month(word: str) -> int:
    return MONTH_NUMBERS.get(word[:3]) or MONTH_NUMBERS.get(word[:4], 0)


def _is_year(word: str) -> bool:
    return word.isdecimal() and int(word) in _YEARS


@lru_cache(maxsize=50_000)
def carries(word: str) -> bool:
    """Whether a word says something by itself."""
    return (
        (len(word) >= CARRYING_LETTERS or (len(word) > 1 and not word.isalpha()))
        and not (word.isdecimal() and len(word) < CARRYING_LETTERS)
        and word not in SMALL_WORDS
    )


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without a common ending, so that ``resigns`` meets ``resigned``."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            return word.removesuffix(ending)
    return word


def any_carries(words: Collection[str]) -> bool:
    """Small words alone ("it is one of the") are nobody's."""
    return any(map(carries, words))
