"""Tells a reader's question from one word, gibberish, abuse and instructions; pure.

What is left out stays listed with its reason: these rules may err, and the author sees it.
"""

import re

from gaps.scrubbing import without_placeholders
from gaps.types import LeftOut

_EARLIER = r"(?:previous|prior|above|earlier|preceding|your)"
_RULES = r"(?:instructions?|prompts?|guidelines|directions|rules|messages?)"
# Whole orders, not words: an essay may well be asked about system prompts, or about rules.
_ORDERS = (
    rf"\b(?:ignore|disregard|forget|override|bypass)\b(?:\W+\w+){{0,3}}?\W+{_EARLIER}\W+(?:\w+\W+)?{_RULES}",
    r"\bignorier(?:e|en)\b.{0,30}\b(?:anweisungen|regeln)\b",
    r"\bignore[zr]?\b.{0,20}\binstructions pr[ée]c[ée]dentes\b",
    r"\bignor[ae]\b.{0,20}\binstrucciones (?:anteriores|previas)\b",
    r"\b(?:print|reveal|show|repeat|output|display|leak|tell me|give me|what (?:is|are))\b"
    r".{0,30}\byour (?:\w+ )?(?:prompt|instructions)\b",
    r"\b(?:print|reveal|repeat|output|leak)\b.{0,20}"
    r"\b(?:system|hidden|developer) (?:prompt|message)\b",
    r"\byou are now (?:dan|unrestricted|jailbroken|free of|no longer|in \w+ mode)\b",
    r"^(?:act as|pretend (?:to be|you)|roleplay as)\b",
    r"\bdo anything now\b|\b(?:enable|enter|activate) (?:developer|god|debug) mode\b",
    r"<\s*/?\s*(?:script|img|iframe|svg|object|embed)\b|\bjavascript:",
    r"\bunion\s+(?:all\s+)?select\b|\bdrop\s+table\b|'\s*or\s+'?1'?\s*=\s*'?1",
    r"\{\{.*\}\}|\{%.*%\}|\$\{.*\}|(?:\.\./){2}|<\|\w+\|>|\[/?INST\]",
)
_ORDER = re.compile("|".join(_ORDERS), re.IGNORECASE | re.DOTALL)

_ABUSE = re.compile(
    r"\b(?:f+u+c+k\w*|bullshit|shit(?:ty|head)?|arseholes?|assholes?|bastards?|bitch(?:es)?|cunts?"
    r"|dickheads?|idiots?|imbeciles?|morons?|retards?|scum|stupid|dumb|pathetic|wankers?"
    r"|arschl(?:och|öcher)|scheiß\w*|hurensohn|connards?|merde|pendejos?|gilipollas|stronz[oi])\b",
    re.IGNORECASE,
)
_AIMED = re.compile(
    r"\b(?:you|your|you're|youre|u|ur|off|yourself|author|he|she|him|her|du|dich|dein"
    r"|tu|toi|t'es|eres|sei)\b",
    re.IGNORECASE,
)
# So short a sentence with such a word in it asks nothing, whoever is meant.
_OUTBURST_WORDS = 4

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# Scripts that put no space between words.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{4,}")
_LATIN = re.compile(r"[a-zA-ZÀ-ɏ]+")
_VOWEL = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿ]", re.IGNORECASE)
_STUTTER = re.compile(r"(.)\1{3,}")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop", "yxcvbnm")
_KEY_RUN = 4


def fault_of(text: str) -> LeftOut | None:
    """Why nobody would write an essay for this, or None for a genuine question."""
    read = without_placeholders(text)
    words = _WORD.findall(read)
    if _ORDER.search(read):
        return LeftOut.INJECTION
    if _ABUSE.search(read) and (_AIMED.search(read) or len(words) <= _OUTBURST_WORDS):
        return LeftOut.HOSTILE
    if _is_gibberish(words):
        return LeftOut.GIBBERISH
    if len({word.casefold() for word in words}) < 2 and not _UNSPACED.search(read):
        return LeftOut.SINGLE_WORD
    return None


def _is_gibberish(words: list[str]) -> bool:
    """No letters at all, or mostly words that no language has."""
    telling = [word for word in words if len(word) >= _KEY_RUN]
    return not words or sum(map(_is_no_word, telling)) * 2 > len(telling)


def _is_no_word(word: str) -> bool:
    if not _LATIN.fullmatch(word) or (word.isupper() and len(word) <= 6):
        return False
    lower = word.lower()
    runs = (lower[at : at + _KEY_RUN] for at in range(len(lower) - _KEY_RUN + 1))
    is_typed_blind = any(run in row or run[::-1] in row for run in runs for row in _KEYS)
    return is_typed_blind or not _VOWEL.search(word) or bool(_STUTTER.search(lower))
