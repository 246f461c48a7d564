"""What all items of exports and feeds share: how they are known again, and their text."""

import hashlib
import re
from urllib.parse import urlsplit

from retrieval.corpus.front_matter import one_line
from retrieval.corpus.slugs import slug_from_text
from retrieval.corpus.sources import MAX_ESSAY_BYTES

_MAX_PATH_CHARS = 200
# No author writes more, and each is held until all are read.
MAX_ITEMS = 50_000
TOO_MANY = f"it holds more than {MAX_ITEMS:,} items; split it."
TOO_LARGE = (
    f"it is larger than {MAX_ESSAY_BYTES // 1_000_000} MB, which no essay is; take it out there."
)


def origin_of(kind: str, address: str, *, name: str) -> str:
    """``wordpress:quay.example``; a blog in a folder of its host is another one.

    ``name``: what the blog is called where it states no address.
    """
    try:
        parts = urlsplit(address)
        place = (parts.hostname or "").removeprefix("www.") + parts.path.rstrip("/")
    except ValueError:
        place = ""
    return f"{kind}:{place or slug_from_text(name) or 'unnamed'}"


def path_from(text: str) -> str:
    """An identity as a relative path, without its scheme; a long one as its digest."""
    plain = re.sub(r"^[a-z][a-z0-9+.-]*:/*", "", one_line(text), flags=re.IGNORECASE)
    parts = [part for part in plain.split("/") if part not in {"", ".", ".."}]
    path = "/".join(parts)
    if 0 < len(path) <= _MAX_PATH_CHARS:
        return path
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def is_too_large(text: str) -> bool:
    return len(text) > MAX_ESSAY_BYTES or len(text.encode("utf-8", "replace")) > MAX_ESSAY_BYTES
