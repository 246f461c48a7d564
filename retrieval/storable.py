"""What PostgreSQL keeps of a text: neither NUL nor half of a surrogate pair; pure."""

import re

_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """False for what no row can be called, so that none need be looked for."""
    return _UNSTORABLE.search(text) is None


def storable(text: str, *, instead: str = " ") -> str:
    """The text with ``instead`` for each character that no column takes."""
    return _UNSTORABLE.sub(instead, text)
