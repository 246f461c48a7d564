"""Reads a text as somebody would who looks for what is hidden in it; pure.

``words`` folds what readers see as one word into one spelling: width, case, look-alike
letters, dashes, invisible characters, numbers in words. ``disguised`` undoes reversal, rot13,
base64 and hex, ``spelled`` reads letters one by one, first letters and the alphabet of
pilots, ``unseen`` the characters that nobody sees.
"""

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence

# The letters of other scripts that pass for Latin ones in most typefaces.
_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнӏ" + "οαερυνικτχβγηωσ" + "ոսհօ" + "ıɩɡɑ",
    "aeopcyxijshdqwkmtbhl" + "oaepuviktxbynwo" + "nuho" + "iiga",
)
# Marks that Unicode lets a page drop, and letters that are drawn as nothing.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ](?=\w)")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[,'’ \u00a0\u202f](?=\d{3}\b)")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")

_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_TENS = """
twenty thirty forty fifty sixty seventy eighty ninety
"""
# "First" and "second" are said of anything; only the others are a day or a count.
_ORDINALS = """
third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
"""
# Amounts leave in other languages, too; words that mean something else in English do not.
_ELSEWHERE = """
zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 trois 3 quatre 4 cinq 5
huit 8 neuf 9 tres 3 cuatro 4 cinco 5 siete 7 ocho 8 nueve 9
"""
_PILOTS = """
alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike
november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu
"""
TENS = frozenset(_TENS.split())
PILOTS = frozenset(_PILOTS.split())
POINTS = frozenset(("point", "komma", "virgule", "coma", "virgola"))
NUMBERS = (
    {word: str(number) for number, word in enumerate(_ONES.split())}
    | {word: str(10 * number) for number, word in enumerate(_TENS.split(), 2)}
    | {word: str(number) for number, word in enumerate(_ORDINALS.split(), 3)}
    | dict(zip(_ELSEWHERE.split()[::2], _ELSEWHERE.split()[1::2], strict=True))
)

_BLOB = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_HEX = re.compile(r"(?:(?:0x|\\x|%)?[0-9a-fA-F]{2}[\s:,]?){6,}")
_HEX_MARKS = re.compile(r"0x|\\x|[%\s:,]")
_LONE_LETTERS = re.compile(r"(?<!\w)\w(?:[\W_]{1,3}\w(?!\w)){3,}")
_LARGEST_DISGUISE = 20_000


def seen(text: str) -> str:
    """The text in one spelling, as one line: what a reader would take it for."""
    shown = unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold().translate(_ALIKE)
    decomposed = unicodedata.normalize("NFKD", shown)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _BETWEEN_DIGITS.sub("", _APOSTROPHE.sub("", bare))


def words(text: str) -> tuple[str, ...]:
    """The folded words in order; numbers in digits, whether they were written so or not."""
    return tuple(_numbered(_WORD.findall(seen(text))))


def _numbered(found: Sequence[str]) -> Iterator[str]:
    """``twenty one`` is ``21``, ``nine point four`` is ``9 4``, ``14th`` is ``14``."""
    skip = False
    for place, word in enumerate(found):
        following = NUMBERS.get(found[place + 1], "") if place + 1 < len(found) else ""
        if skip:
            skip = False
        elif word in TENS and len(following) == 1 and following != "0":
            yield str(int(NUMBERS[word]) + int(following))
            skip = True
        elif word not in POINTS or not following:
            ordinal = _ORDINAL.match(word)
            yield ordinal[1] if ordinal else NUMBERS.get(word, word)


def letters(text: str) -> str:
    """Letters and digits alone: what stays when words are cut, spaced or joined."""
    return "".join(_WORD.findall(seen(text)))


def unseen(text: str) -> Iterator[str]:
    """What is written in characters that nobody sees: tags and variation selectors."""
    tags = "".join(chr(ord(char) - 0xE0000) for char in text if 0xE0020 <= ord(char) <= 0xE007E)
    selectors = bytes(filter(None, map(_selected, text)))
    yield from filter(None, (tags, selectors.decode("utf-8", "replace")))


def _selected(char: str) -> int:
    """The byte that a variation selector stands for; 0 for every other character."""
    code = ord(char)
    if 0xE0100 <= code <= 0xE01EF:
        return code - 0xE0100 + 16
    return code - 0xFE00 if 0xFE00 <= code <= 0xFE0F else 0


def disguised(text: str) -> Iterator[str]:
    """Every other reading of the text; most are nonsense, and nonsense matches nothing."""
    text = text[:_LARGEST_DISGUISE]
    shown = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    yield shown[::-1]
    yield codecs.encode(shown, "rot13")
    yield " ".join(word[::-1] for word in shown.split())
    yield from decoded(shown)


def decoded(text: str) -> Iterator[str]:
    """The words in base64 and hex, also where line breaks cut the code."""
    for candidate in (text, "".join(text.split())):
        for blob in _BLOB.findall(candidate):
            yield from _from_base64(blob)
        for run in _HEX.findall(candidate):
            digits = _HEX_MARKS.sub("", run)
            yield from _as_words(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _from_base64(blob: str) -> Iterator[str]:
    """Read from each of four places, for a letter before the code shifts all of it."""
    plain = blob.rstrip("=").translate(str.maketrans("-_", "+/"))
    for start in range(4):
        piece = plain[start:]
        piece = piece[: len(piece) - (len(piece) % 4 == 1)]
        try:
            yield from _as_words(base64.b64decode(piece + "=" * (-len(piece) % 4)))
        except (binascii.Error, ValueError):
            continue


def _as_words(data: bytes) -> Iterator[str]:
    """Text if most of it is; bytes at random are not."""
    text = data.decode("utf-8", "ignore")
    readable = sum(char.isalnum() or char.isspace() for char in text)
    if len(data) and readable >= 0.7 * len(data):
        yield text


def spelled(text: str) -> Iterator[str]:
    """Rows of letters: single ones, and the first of lines, sentences and pilots' words."""
    shown = seen(text)
    for run in _LONE_LETTERS.findall(shown):
        yield letters(run)
    starts = [line.lstrip(" -*>•\t") for line in re.split(r"\n+|(?<=[.!?;])\s+", text)]
    yield letters("".join(start[0] for start in starts if start))
    found = _WORD.findall(shown.replace("x-ray", "xray"))
    yield "".join(word[0] for word in found if word in PILOTS)
