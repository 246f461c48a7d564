"""How a key is written: ``ab_live_``, a public id, 256 bits of secret and a checksum; pure.

The checksum lets a scanner, and us, tell a mistyped key from a wrong one without a database.
"""

import binascii
import re
import secrets
import string
from dataclasses import dataclass

PREFIX = "ab_live_"
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
PUBLIC_ID_CHARACTERS = 8
# 43 characters of 62 are the fewest that hold 256 bits.
SECRET_CHARACTERS = 43
CHECKSUM_CHARACTERS = 6

_FORM = re.compile(
    rf"({PREFIX}([0-9A-Za-z]{{{PUBLIC_ID_CHARACTERS}}})_[0-9A-Za-z]{{{SECRET_CHARACTERS}}})"
    rf"([0-9A-Za-z]{{{CHECKSUM_CHARACTERS}}})"
)
# In an address even a piece of a key is one too many.
_ANYWHERE = re.compile(rf"{PREFIX}[0-9A-Za-z]{{{PUBLIC_ID_CHARACTERS}}}_[0-9A-Za-z]*")


@dataclass(frozen=True, slots=True)
class Key:
    """A key in its one readable moment; ``text`` must not be stored or logged."""

    text: str
    public_id: str

    def __repr__(self) -> str:
        return f"Key({self.public_id})"


def new_key() -> Key:
    public_id = _characters(PUBLIC_ID_CHARACTERS)
    body = f"{PREFIX}{public_id}_{_characters(SECRET_CHARACTERS)}"
    return Key(body + _checksum(body), public_id)


def read_key(text: str) -> Key | None:
    """The key that a text is, None for one that was never given out."""
    form = _FORM.fullmatch(text)
    if form is None or _checksum(form[1]) != form[3]:
        return None
    return Key(text, form[2])


def holds_key(text: str) -> bool:
    return _ANYWHERE.search(text) is not None


def _characters(count: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def _checksum(body: str) -> str:
    value = binascii.crc32(body.encode("ascii"))
    digits = []
    for _ in range(CHECKSUM_CHARACTERS):
        value, digit = divmod(value, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))
