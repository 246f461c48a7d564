"""Titles as publishers write them: HTML once more inside the XML or JSON, or plain after all."""

import html
import re

from retrieval.corpus.front_matter import one_line

# Marks within a line. Any other tag in a title is what the title is about.
_INLINE = (
    "a abbr b bdi bdo big br cite code del dfn em font i ins kbd mark q s samp small span strike "
    "strong sub sup time tt u var wbr"
)
_TAG = re.compile(
    rf"</?(?:{_INLINE.replace(' ', '|')})(?:\s[^<>]*)?/?>|<!--.*?-->", re.IGNORECASE | re.DOTALL
)
MAX_OPENING_CHARS = 60


def title_of(written: str, *, is_html: bool = True) -> str:
    """On one line and as a reader saw it."""
    if not is_html:
        return one_line(written)
    return one_line(html.unescape(_TAG.sub(_in_place_of, written)))


def opening_of(text: str) -> str:
    """The first words of a text, for a work that has no title."""
    words = one_line(text)
    if len(words) <= MAX_OPENING_CHARS:
        return words
    return words[: MAX_OPENING_CHARS + 1].rpartition(" ")[0].rstrip(" ,;:–—-") + " …"


def _in_place_of(tag: re.Match[str]) -> str:
    return " " if tag[0].lower().startswith("<br") else ""
