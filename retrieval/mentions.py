"""Which terms and concepts a text names, by any of their names; pure."""

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
# As short a name is as often another word: "Go" is no "go".
SHORT = 3


def named_in(text: str, names: Mapping[Key, Sequence[str]]) -> Iterator[Key]:
    """Each key of which a name stands in the text as words of its own, in one or in many.

    A short name and one in capitals count only as they are written.
    """
    written = _spaced(text)
    folded = written.casefold()
    for key, own in names.items():
        if any(_stands(_spaced(name), written, folded) for name in own):
            yield key


def _spaced(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())


def _stands(name: str, written: str, folded: str) -> bool:
    is_exact = len(name) <= SHORT or name.isupper()
    sought, within = (name, written) if is_exact else (name.casefold(), folded)
    # Most names stand nowhere in most texts, and this alone says so quickly.
    if not sought or sought not in within:
        return False
    return re.search(rf"(?<!\w){re.escape(sought)}(?:e?s|'s)?(?!\w)", within) is not None
