"""Words as the keyword lane counts them: open and joined spellings, and names with signs.

Question and text go through the same functions, so both always meet in one form.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from retrieval.languages import primary

# The names PostgreSQL gives its stemmers; any other language is matched word for word.
CONFIGS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian",
    "nb": "norwegian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
NO_CONFIG = "simple"

# Nobody asks for a longer word by name, and an index entry has a limit.
MAX_WORD_CHARACTERS = 100

# An exact form is stored beside the stems under this mark, which no stem begins with.
EXACT = "="
# Under this mark, which begins no word either, each chunk bears its essay's language.
LANGUAGE = "#"

_ALIKE = str.maketrans(
    {"‐": "-", "‑": "-", "’": "'", "‘": "'", "ʼ": "'", "\u00ad": None, "\u200b": None}
)
_CONTRACTION = re.compile(r"(?<=\w)'(?:ll|ve|re|d|m|s|t)\b")
# Vowels, tones and accents that many scripts write as characters of their own: Python takes
# them for no part of a word, and would leave single letters of हिन्दी, ขนมปัง and שָׁלוֹם.
_MARK = "".join(
    re.escape(chr(code))
    for code in range(0x300, 0x10000)
    if unicodedata.category(chr(code)) in {"Mn", "Mc"}
)
_MARKS = re.compile(rf"[{_MARK}]")
_WORD = re.compile(rf"[^\W_]+(?:[{_MARK}]+[^\W_]*)*")
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
# Dots, hyphens, slashes and the like inside; a dot before (.NET); signs after (C++, C#).
_PART = rf"\w+(?:[{_MARK}]+\w*)*"
_NAME = re.compile(rf"(?<![\w.{_MARK}])\.?{_PART}(?:[-./&@]{_PART})*(?:\+{{1,2}}|#(?!\w))?")
# Chinese and Japanese; Thai, Lao, Burmese and Khmer.
_UNSPACED = re.compile(
    r"[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2,}"
    r"|[\u0e01-\u0e3a\u0e40-\u0e4e]{2,}|[\u0e81-\u0ecd]{2,}|[\u1000-\u103f]{2,}|[\u1780-\u17d3]{2,}"
)
# "1,000", "U.S.A.": also written without what parts them.
_PARTED = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:[,.']\d{3})+|(?:[^\W\d_]\.){2,}[^\W\d_]?)(?!\w)")
# What Korean adds to a noun.
_PARTICLE = re.compile(
    r"(?<=[가-힣])(?:에서|으로|까지|부터|에게|한테|처럼|보다|[은는이가을를의에로와과도만])$"
)
# Letters with strokes and joined ones, which Unicode takes apart no further.
_PLAINER = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "œ": "oe", "æ": "ae",
     "ß": "ss"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """``plain``: words to be stemmed, in order. ``names``: exact forms, with repeats."""

    plain: tuple[str, ...]
    names: tuple[str, ...]


def config_for(language: str) -> str:
    """The text search configuration for a language tag such as ``en`` or ``de-AT``."""
    return CONFIGS.get(primary(language), NO_CONFIG)


def stemmer_of(config: str) -> str:
    """The dictionary in which a text search configuration looks up a word of letters."""
    return config if config == NO_CONFIG else f"{config}_stem"


def words_of(text: str) -> Words:
    """Take a text apart; marks and operators of any query language mean nothing here.

    Hyphenated words also count joined (``e-bike``: e, bike, ebike), initials and large numbers
    too, accented ones also bare, Korean ones also without their particle, and languages
    without spaces in pairs of characters.
    """
    folded = _fold(text)
    return Words(plain=_short(_plain(folded)), names=_short(_names(folded)))


def places(text: str) -> Iterator[tuple[int, int]]:
    """Where the words and names of a text stand, each as it is written there.

    In languages without spaces each pair of characters, so that places overlap.
    """
    for name in _NAME.finditer(text):
        runs = list(_UNSPACED.finditer(text, *name.span()))
        if not runs:
            yield name.span()
        for run in runs:
            yield from ((at, at + 2) for at in range(run.start(), run.end() - 1))


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).translate(_ALIKE).lower()
    return _CONTRACTION.sub("", folded)


def _plain(folded: str) -> list[str]:
    words = _WORD.findall(folded)
    joined = [word.replace("-", "") for word in _HYPHENATED.findall(folded)]
    joined += [re.sub(r"\W", "", parted) for parted in _PARTED.findall(folded)]
    others = [word for word in words if not word.isascii()]
    plainer = [_bare(word) for word in others] + [_PARTICLE.sub("", word) for word in others]
    known = set(words)
    return words + joined + [word for word in plainer if word not in known]


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word.translate(_PLAINER))
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    # A syllable of Korean is parts, too.
    return unicodedata.normalize("NFC", bare)


def _names(folded: str) -> list[str]:
    names = [name for name in _NAME.findall(folded) if not _is_plain(name)]
    pairs = [run[at : at + 2] for run in _UNSPACED.findall(folded) for at in range(len(run) - 1)]
    return names + pairs


def _is_plain(name: str) -> bool:
    """Whether it is letters alone, or figures alone, and counted as such."""
    return name.isdecimal() or (name if name.isascii() else _MARKS.sub("", name)).isalpha()


def _short(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if 0 < len(word) <= MAX_WORD_CHARACTERS)
