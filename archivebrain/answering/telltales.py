"""What of a text would tell where it comes from: its runs, words and facts; pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from archivebrain.answering import unmasking
from archivebrain.wording.stopwords import ASKING_WORDS, FUNCTION_WORDS, MONTHS

# A run of this many words, or of this many characters, is a quotation and no coincidence.
RUN_WORDS, RUN_CHARACTERS = 6, 32
# The same with the spaces gone, for words that were cut or joined.
RUN_LETTERS = 28
# A shorter word says nothing by itself.
CARRYING_LETTERS = 4
_ENDINGS = ("ations", "ation", "edly", "ings", "ing", "ed", "es", "ly", "s", "e")
LEAST_STEM = 4
# The beginnings of each month's name, in the languages that answers are asked for most.
_MONTHS = """
jan gen ene / feb fev / mar / apr avr abr / may mai mag / jun juin giu / jul juil lug /
aug aou ago / sep set / oct okt ott out / nov / dec dez dic
"""
_MONTH_NAMES = """
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre januar
februar marz maerz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto
septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre
ottobre dicembre
"""
_SCALES = """
hundred thousand million millions billion percent per euro euros pound pounds dollar dollars
millionen millones milioni mille
"""
MONTH_NAMES = MONTHS | frozenset(_MONTH_NAMES.split())
MONTH_NUMBERS = {
    start: number for number, starts in enumerate(_MONTHS.split("/"), 1) for start in starts.split()
}
SCALES = frozenset(_SCALES.split())
SMALL_WORDS = frozenset(
    word.replace("'", "") for word in FUNCTION_WORDS | ASKING_WORDS | MONTH_NAMES
)
_DAY_AND_MONTH = re.compile(r"(?<![\d.,/])(\d{1,2})(?:/(\d{1,2})(?![\d/])|\.(\d{1,2})\.)")


@dataclass(frozen=True)
class Text:
    """A text with what the checks ask of it, each worked out once."""

    raw: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        return unmasking.words(self.raw)

    @cached_property
    def line(self) -> str:
        """The words between spaces, so that a run is found at whole words only."""
        return f" {' '.join(self.words)} "

    @cached_property
    def letters(self) -> str:
        return unmasking.letters(self.raw)

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Every run of letters that is long enough to be a quotation."""
        last = len(self.letters) - RUN_LETTERS + 1
        return frozenset(self.letters[at : at + RUN_LETTERS] for at in range(last))

    @cached_property
    def stems(self) -> dict[str, str]:
        """The words that carry something, by stem."""
        return {stem(word): word for word in self.words if carries(word)}

    @cached_property
    def facts(self) -> frozenset[str]:
        return frozenset(facts_in(self))


def runs(words: Sequence[str]) -> Iterator[str]:
    """From each word on, the shortest run that is long enough to be a quotation."""
    for start in range(len(words)):
        length = 0
        for end in range(start, len(words)):
            length += len(words[end]) + (end > start)
            if end - start + 1 == RUN_WORDS or length >= RUN_CHARACTERS:
                run = words[start : end + 1]
                # Small words alone ("it is one of the") are nobody's.
                if any(map(carries, run)):
                    yield f" {' '.join(run)} "
                break


def facts_in(text: Text) -> Iterator[str]:
    """Amounts and days in one spelling: ``9 4 million``, ``14/10``."""
    for day, slashed, dotted in _DAY_AND_MONTH.findall(text.raw):
        if 0 < int(day) <= 31 and 0 < int(slashed or dotted) <= 12:
            yield f"{int(day)}/{int(slashed or dotted)}"
    words = text.words
    for place, word in enumerate(words):
        before, after = words[max(place - 2, 0) : place], words[place + 1 : place + 3]
        if word in MONTH_NAMES and (month_number := _month(word)):
            days = [near for near in (*before, *after) if near.isdecimal() and len(near) < 3]
            yield from (f"{int(day)}/{month_number}" for day in days if 0 < int(day) <= 31)
        if word in SCALES and before and before[-1].isdecimal():
            yield f"{' '.join(one for one in before if one.isdecimal())} {word[:4]}"


def _month(word: str) -> int:
    return MONTH_NUMBERS.get(word[:3]) or MONTH_NUMBERS.get(word[:4], 0)


def carries(word: str) -> bool:
    """Whether a word says something by itself."""
    return (
        (len(word) >= CARRYING_LETTERS or (len(word) > 1 and not word.isalpha()))
        and not (word.isdecimal() and len(word) < CARRYING_LETTERS)
        and word not in SMALL_WORDS
    )


def stem(word: str) -> str:
    """The word without a common ending, so that ``resigns`` meets ``resigned``."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            return word.removesuffix(ending)
    return word
