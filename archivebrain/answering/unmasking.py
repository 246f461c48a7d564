"""Reads a text as somebody would who looks for what is hidden in it; pure.

``spellings`` and ``bare`` are the one fold: width, case, look-alike letters, accents and
characters that nobody sees. ``numbered`` writes numbers in digits. The others undo codes,
read letters one by one, and read what is written in unseen characters.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from archivebrain.answering.tongues import (
    ALIKE,
    MORSE,
    NUMBERS,
    PILOTS,
    POINTS,
    TENS,
    TURNED,
    UPRIGHT,
)

# Marks that Unicode lets a page drop, and letters that are drawn as nothing.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ](?=\w)")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[,'’ \u00a0\u202f](?=\d{3}\b)")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")

# Code mixes capitals or figures into its words, also where spaces cut it.
_PHRASE = re.compile(r"[\w+/=-]+(?:\s+[\w+/=-]+)*", re.ASCII)
_CODED = re.compile(r"\S*(?:[a-z\d][A-Z]|[A-Za-z]\d|\d[A-Za-z]|[+/=])\S*|[A-Z2-7]{16,}")
_LEAST_CODE = 12
_HEX = re.compile(r"(?:(?:0x|\\x|%)?[0-9a-fA-F]{2}[\s:,]?){6,}")
_HEX_MARKS = re.compile(r"0x|\\x|[%\s:,]")
_BITS = re.compile(r"(?:[01]{8}\s*){4,}")
_FIGURES = re.compile(r"(?:\b\d{2,3}\b[\s,;]*){5,}")
_MORSE = re.compile(r"(?:[.\-·–—]{1,5}[\s/|]+){4,}[.\-·–—]{0,5}")
_LONE_LETTERS = re.compile(r"(?<!\w)\w(?:[\W_]{1,3}\w(?!\w)){3,}")
_FIRST_LETTERS = re.compile(r"(?:^|\n|(?<=[.!?;])\s)[\W_]*([^\W_])")
_LAST_LETTERS = re.compile(r"([^\W_])(?=[\W_]*(?:$|\n|(?<=[.!?;])\s))")
# By chance, the first letters of many lines spell a short word sooner or later.
LEAST_SPELLED, LEAST_BY_INITIALS = 5, 6


def spellings(text: str) -> tuple[str, ...]:
    """The words in order as they are written, in small letters and without marks."""
    shown = (text if text.isascii() else _without_marks(text)).casefold()
    return tuple(_WORD.findall(_BETWEEN_DIGITS.sub("", _APOSTROPHE.sub("", shown))))


def _without_marks(text: str) -> str:
    composed = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    return "".join(
        chr(ALIKE.get(ord(char), ord(char))) if ord(char) > 0xFFFF else char
        for char in composed
        if not unicodedata.combining(char)
    )


@lru_cache(maxsize=50_000)
def bare(word: str) -> str:
    """The word in plain letters: what a reader would take it for."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word.translate(ALIKE))
    return "".join(char for char in parts if not unicodedata.combining(char)).translate(ALIKE)


def numbered(words: tuple[str, ...]) -> tuple[str, ...]:
    """``twenty one`` is ``21``, ``nine point four`` is ``9 4``, ``14th`` is ``14``."""
    has_ordinal = any(word[0].isdigit() and not word.isdigit() for word in words)
    return tuple(_numbered(words)) if has_ordinal or NUMBERS.keys() & words else words


def _numbered(words: Sequence[str]) -> Iterator[str]:
    skip = False
    for place, word in enumerate(words):
        following = NUMBERS.get(words[place + 1], "") if place + 1 < len(words) else ""
        if skip:
            skip = False
        elif word in TENS and len(following) == 1 and following != "0":
            yield str(int(NUMBERS[word]) + int(following))
            skip = True
        elif word not in POINTS or not following:
            ordinal = _ORDINAL.match(word) if word[0].isdigit() else None
            yield ordinal[1] if ordinal else NUMBERS.get(word, word)


def unseen(text: str) -> Iterator[str]:
    """What is written in characters that nobody sees: tags and variation selectors."""
    if text.isascii():
        return
    tags = "".join(chr(ord(char) - 0xE0000) for char in text if 0xE0020 <= ord(char) <= 0xE007E)
    selectors = bytes(filter(None, map(_selected, text)))
    yield from filter(None, (tags, selectors.decode("utf-8", "replace")))


def _selected(char: str) -> int:
    """The byte that a variation selector stands for; 0 for every other character."""
    code = ord(char)
    if 0xE0100 <= code <= 0xE01EF:
        return code - 0xE0100 + 16
    return code - 0xFE00 if 0xFE00 <= code <= 0xFE0F else 0


def decoded(text: str) -> Iterator[str]:
    """What stands in the text in code, also where spaces and line ends cut it."""
    shown = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    for blob in _blobs(shown):
        yield from _from_base64(blob)
    for run in _HEX.findall(shown):
        digits = _HEX_MARKS.sub("", run)
        yield from _as_words(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    for run in _BITS.findall(shown):
        bits = "".join(run.split())
        yield from _as_words(int(bits, 2).to_bytes(len(bits) // 8, "big"))
    for run in _FIGURES.findall(shown):
        yield from _as_words(bytes(int(code) % 256 for code in re.findall(r"\d+", run)))
    for run in _MORSE.findall(shown):
        signs = re.sub("[–—]", "-", run.replace("·", ".")).split()
        yield "".join(MORSE.get(sign, " ") for sign in signs)
    if any(letter in shown for letter in TURNED):
        yield shown[::-1].translate(UPRIGHT)


def _blobs(text: str) -> Iterator[str]:
    """In each phrase, all from the first to the last word that looks like code."""
    for phrase in _PHRASE.findall(text):
        words = phrase.split()
        coded = [place for place, word in enumerate(words) if _CODED.fullmatch(word)]
        if coded:
            yield from (words[place] for place in coded if len(words[place]) >= _LEAST_CODE)
            yield "".join(words[coded[0] : coded[-1] + 1])


def _from_base64(blob: str) -> Iterator[str]:
    """Read from each of four places, for a letter before the code shifts all of it."""
    plain = blob.replace("=", "").translate(str.maketrans("-_", "+/"))
    for start in range(4 if len(plain) >= _LEAST_CODE else 0):
        piece = plain[start:]
        piece = piece[: len(piece) - (len(piece) % 4 == 1)]
        try:
            yield from _as_words(base64.b64decode(piece + "=" * (-len(piece) % 4)))
        except (binascii.Error, ValueError):
            continue
    try:
        yield from _as_words(base64.b32decode(plain + "=" * (-len(plain) % 8)))
    except (binascii.Error, ValueError):
        return


def _as_words(data: bytes) -> Iterator[str]:
    """Text if most of it is; bytes at random are not."""
    text = data.decode("utf-8", "ignore")
    readable = sum(char.isalnum() or char.isspace() for char in text)
    if len(data) and readable >= 0.7 * len(data):
        yield text


def spelled(text: str) -> Iterator[tuple[str, int]]:
    """Rows of letters, each with the least length of a word in it that is no chance.

    Single letters, and the first and last letters of lines and sentences.
    """
    shown = text if text.isascii() else _without_marks(text)
    for run in _LONE_LETTERS.findall(shown):
        yield _letters(run), LEAST_SPELLED
    for ends in (_FIRST_LETTERS, _LAST_LETTERS):
        yield _letters("".join(ends.findall(shown))), LEAST_BY_INITIALS


def by_pilots(words: Sequence[str]) -> str:
    """The letters that the words stand for in the alphabet of pilots."""
    return "".join(word[0] for word in words if word in PILOTS)


def _letters(text: str) -> str:
    return "".join(map(bare, spellings(text)))
