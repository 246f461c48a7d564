"""Which terms and concepts a text names, by any of their names; pure."""

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Self, TypeVar

Key = TypeVar("Key", bound=Hashable)
# As short a name is as often another word: "Go" is no "go".
SHORT = 3
# What may follow a name and leave it the same.
_ENDINGS = ("", "s", "es")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Text:
    """A text as names are looked for in it. ``words``: all of them, folded."""

    written: str
    folded: str
    words: Set[str]

    @classmethod
    def of(cls, text: str) -> Self:
        written = _spaced(text)
        folded = written.casefold()
        return cls(written, folded, frozenset(_WORD.findall(folded)))


@dataclass(frozen=True, slots=True)
class Name:
    """``sought``: as it must stand in a text. ``first``: the words of which one must stand there.

    A short name and one in capitals count only as they are written.
    """

    sought: str
    is_exact: bool
    first: tuple[str, ...]

    def stands_in(self, text: Text) -> bool:
        # Most names stand in few texts, and this alone says so quickly.
        if self.first and text.words.isdisjoint(self.first):
            return False
        within = text.written if self.is_exact else text.folded
        if not self.sought or self.sought not in within:
            return False
        return re.search(rf"(?<!\w){re.escape(self.sought)}(?:e?s|'s)?(?!\w)", within) is not None


def named_in(text: str, names: Mapping[Key, Sequence[str]]) -> Iterator[Key]:
    """Each key of which a name stands in the text as words of its own, in one or in many."""
    read = Text.of(text)
    for key, own in names.items():
        if any(_read(name).stands_in(read) for name in own):
            yield key


@lru_cache(maxsize=10_000)
def _read(name: str) -> Name:
    written = _spaced(name)
    is_exact = len(written) <= SHORT or written.isupper()
    first = _WORD.search(written.casefold())
    words = tuple(first[0] + ending for ending in _ENDINGS) if first else ()
    return Name(written if is_exact else written.casefold(), is_exact, words)


def _spaced(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())
