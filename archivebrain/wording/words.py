"""Reads the words of a question: which carry its subject, and which of those are names.

Pure. A question is words, not a query language: nothing in it is an operator.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from archivebrain.wording.stopwords import (
    ASKING_WORDS,
    FUNCTION_WORDS,
    GREETINGS,
    MERE_ASKING,
    MONTHS,
)

# A word may hold what names hold (C++, GPT-4, .NET, node.js, deleted_at, O'Reilly).
_WORD = re.compile(r"\.?[^\W_](?:[\w'’.&/+#‑-]*[\w+#])?", re.UNICODE)
# Whoever wrote the archive, and the archive itself, are asked and are no subject.
_WHO_IS_ASKED = re.compile(
    r"\b(?:the|this|your)\s+(?:author|writer|blogger|blog|site|archive)(?:['’]s)?\b", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s?$")
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„]{2,80})[\"”»“]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question. ``key``: folded for comparing; ``is_name``: told by its shape."""

    text: str
    key: str
    is_name: bool = False


def fold(text: str) -> str:
    """One spelling for what readers see as one word: case, width, apostrophes, hyphens."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.replace("’", "'").replace("‑", "-").replace("‐", "-")


def keys_of(text: str) -> tuple[str, ...]:
    """The folded words of a text, each compound also as its parts and as one piece."""
    keys: list[str] = []
    for token in _WORD.findall(fold(text)):
        keys.extend(spellings(_POSSESSIVE.sub("", token)))
    return tuple(keys)


def spellings(key: str) -> tuple[str, ...]:
    """A compound's other forms: ``e-bikes`` is also ``ebikes``, ``soft-deletion`` its two words."""
    joined = re.sub(r"[-_./&']", "", key)
    parts = [part for part in re.split(r"[-_./&]", key) if part]
    return (key,) if joined == key else (key, joined, *parts)


def words_of(question: str) -> tuple[Word, ...]:
    """Every word in order; capitals make a name unless the whole question is capitalised."""
    found = [(match.start(), match.group()) for match in _WORD.finditer(question)]
    shouted = question.isupper() or _is_title_case([text for _, text in found])
    quoted = [match.span(1) for match in _QUOTED.finditer(question)]
    return tuple(
        Word(
            text=_POSSESSIVE.sub("", text),
            key=_POSSESSIVE.sub("", fold(text)),
            is_name=_is_name(text, opens=_opens(question, start), shouted=shouted)
            or any(low <= start < high and _is_subject(fold(text)) for low, high in quoted),
        )
        for start, text in found
    )


def content_words(question: str) -> tuple[Word, ...]:
    """The words that carry the subject, each once; empty where nothing is asked.

    A word that mostly asks ("work", "time", "write") is the subject where no other is.
    """
    chosen = _subjects(question) or _asked_words(question)
    # A year names the time of what is asked, and its subject only where nothing else does.
    chosen = [word for word in chosen if not _is_year(word.key)] or chosen
    return tuple({word.key: word for word in reversed(chosen)}.values())[::-1]


def has_subject(text: str) -> bool:
    """Whether a text names a subject in words that hardly ever only ask."""
    return bool(_subjects(text))


def asks_nothing(question: str) -> bool:
    """Whether nothing is left without small words, greetings and mere asking."""
    return all(word.key in GREETINGS for word in _asked_words(question))


def _subjects(question: str) -> list[Word]:
    return [word for word in words_of(question) if word.is_name or _is_subject(word.key)]


def _asked_words(question: str) -> list[Word]:
    said = words_of(_WHO_IS_ASKED.sub(" ", question))
    return [word for word in said if word.is_name or word.key not in FUNCTION_WORDS | MERE_ASKING]


def _is_subject(key: str) -> bool:
    return (
        len(key) > 1 and key not in FUNCTION_WORDS and key not in ASKING_WORDS and key not in MONTHS
    )


def _is_year(key: str) -> bool:
    return re.fullmatch(r"(1[5-9]|20)\d\d", key) is not None


def _opens(question: str, start: int) -> bool:
    before = question[:start].rstrip(' \t\n"“«(')
    return not before or before[-1] in ".?!:"


def _is_name(text: str, *, opens: bool, shouted: bool) -> bool:
    bare = _POSSESSIVE.sub("", text)
    key = fold(bare)
    if not _is_subject(key) and (key not in ASKING_WORDS or opens):
        return False
    if re.search(r"[+#_]|\w\.\w|^\.", bare) or (
        re.search(r"\d", bare) and re.search(r"[^\W\d]", bare)
    ):
        return True
    if shouted:
        return False
    return bare[1:].lower() != bare[1:] or (bare[0].isupper() and not opens)


def _is_title_case(texts: list[str]) -> bool:
    """A headline capitalises its ordinary words too, so capitals say nothing there."""
    capital = sum(text[0].isupper() for text in texts[1:])
    return capital >= 3 and capital >= 0.75 * len(texts[1:])


def names_in(question: str) -> tuple[tuple[Word, ...], ...]:
    """Names, neighbouring words of one kind joined: (Phoenix, LiveView) is one name."""
    groups: list[list[Word]] = []
    previous = False
    for word in words_of(question):
        if word.is_name and previous:
            groups[-1].append(word)
        elif word.is_name:
            groups.append([word])
        previous = word.is_name
    return tuple(tuple(group) for group in groups)


def covers(keys: Iterable[str], name: str) -> bool:
    """Whether a name stands among folded words, a short ending more or less aside.

    ``Postgres`` is ``PostgreSQL`` and ``Mongo`` is ``MongoDB``; ``Java`` is no ``JavaScript``.
    """
    wanted = spellings(name)[:2]
    return any(_same_name(key, form) for key in keys for form in wanted)


def _same_name(key: str, name: str) -> bool:
    short, long = sorted((key, name), key=len)
    if short == long:
        return True
    room = 2 if len(short) >= 5 else 1 if long.endswith("s") and len(short) >= 2 else 0
    return room > 0 and long.startswith(short) and len(long) - len(short) <= room
