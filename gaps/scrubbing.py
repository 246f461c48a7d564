"""Takes e-mail addresses, phone numbers and long runs of digits out of a question; pure.

Dates, years and short numbers stay: they are what a question is about.
"""

import re

ADDRESS, NUMBER = "[e-mail address]", "[number]"
# A number that tells persons apart: phone, card, account, customer.
MOST_DIGITS_TOGETHER = 5
MOST_DIGITS_APART = 6

_ADDRESS = re.compile(
    r"(?:mailto:)?[^\s@<>()\[\]\"',;:]+@[^\s@<>()\[\]\"',;:]+\.[^\W\d_]{2,}", re.I
)
_DIGITS = re.compile(r"\+?\(?\d(?:[ ()./\u00a0\u2009\u202f–‑-]{0,3}\d)*")
_DAY = re.compile(
    r"\d{4}([-./])(?:1[0-2]|0?[1-9])\1(?:3[01]|[12]\d|0?[1-9])"
    r"|(?:3[01]|[12]\d|0?[1-9])([-./])(?:1[0-2]|0?[1-9])\2\d{4}"
)
_YEARS = re.compile(r"(?:1[5-9]|20)\d\d(?:[ /–‑-]{1,3}(?:1[5-9]|20)\d\d)*")
_PLACEHOLDER = re.compile("|".join(map(re.escape, (ADDRESS, NUMBER))))


def scrub(text: str) -> str:
    """The question with what may name a person replaced by a word for it."""
    return _DIGITS.sub(_number, _ADDRESS.sub(ADDRESS, text))


def without_placeholders(text: str) -> str:
    """What is left of a scrubbed question to be read."""
    return " ".join(_PLACEHOLDER.sub(" ", text).split())


def _number(found: re.Match[str]) -> str:
    digits = found[0]
    if _DAY.fullmatch(digits) or _YEARS.fullmatch(digits):
        return digits
    runs = re.findall(r"\d+", digits)
    is_long = max(map(len, runs)) > MOST_DIGITS_TOGETHER
    is_spaced_out = sum(map(len, runs)) > MOST_DIGITS_APART
    return NUMBER if is_long or is_spaced_out else digits
