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
_WORD = re.compile(r"[^\W_]+")
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
# Dots, hyphens, slashes and the like inside; a dot before (.NET); signs after (C++, C#).
_NAME = re.compile(r"(?<![\w.])\.?\w+(?:[-./&@]\w+)*(?:\+{1,2}|#(?!\w))?")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2,}")


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

    Hyphenated words also count joined (``e-bike``: e, bike, ebike), accented ones also
    bare, and languages without spaces in pairs of characters.
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
    bare = [_bare(word) for word in words if not word.isascii()]
    return words + joined + [word for word in bare if word not in words]


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word)
    return "".join(char for char in parts if not unicodedata.combining(char))


def _names(folded: str) -> list[str]:
    names = [name for name in _NAME.findall(folded) if not name.isalpha() and not name.isdecimal()]
    pairs = [run[at : at + 2] for run in _UNSPACED.findall(folded) for at in range(len(run) - 1)]
    return names + pairs


def _short(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if 0 < len(word) <= MAX_WORD_CHARACTERS)
