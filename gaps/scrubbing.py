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
_YEAR = r"(?:1[5-9]|20)\d\d"
_MONTH, _DAY_OF_MONTH = r"(?:1[0-2]|0?[1-9])", r"(?:3[01]|[12]\d|0?[1-9])"
_DATE = "|".join(
    form
    for sign in "-./"
    for parts in ((r"\d{4}", _MONTH, _DAY_OF_MONTH), (_DAY_OF_MONTH, _MONTH, r"\d{4}"))
    for form in [re.escape(sign).join(parts)]
)
# A time span, or a list of days: "2021-03-04 – 2021-05-06", "2019/2020".
_TIMES = re.compile(rf"(?:{_DATE}|{_YEAR})(?:[ /–‑-]{{1,3}}(?:{_DATE}|{_YEAR}))*")
_PLACEHOLDER = re.compile("|".join(map(re.escape, (ADDRESS, NUMBER))))


def scrub(text: str) -> str:
    """The question with what may name a person replaced by a word for it."""
    return _DIGITS.sub(_number, _ADDRESS.sub(ADDRESS, text))


def without_placeholders(text: str) -> str:
    """What is left of a scrubbed question to be read."""
    return " ".join(_PLACEHOLDER.sub(" ", text).split())


def _number(found: re.Match[str]) -> str:
    digits = found[0]
    if _TIMES.fullmatch(digits):
        return digits
    runs = re.findall(r"\d+", digits)
    is_long = max(map(len, runs)) > MOST_DIGITS_TOGETHER
    is_spaced_out = sum(map(len, runs)) > MOST_DIGITS_APART
    return NUMBER if is_long or is_spaced_out else digits
