"""Addresses of our own essay pages, down to the very words that were quoted."""

from urllib.parse import quote as percent_encode

# A longer quote is named by its first and last words: browsers match a short end faster
# and more surely than a long sentence, in which any mark of the page could break the match.
_WHOLE_UP_TO = 90
_WORDS_AT_EACH_END = 5


def essay_link(site_url: str, slug: str) -> str:
    return f"{site_url.rstrip('/')}/essays/{percent_encode(slug, safe='')}/"


def deep_link(site_url: str, slug: str, *, anchor: str, quote: str) -> str:
    """The essay's page at the heading, with the quote marked by a text fragment."""
    fragment = _text_fragment(quote)
    place = percent_encode(anchor, safe="") + (f":~:text={fragment}" if fragment else "")
    return essay_link(site_url, slug) + (f"#{place}" if place else "")


def _text_fragment(quote: str) -> str:
    """``text`` or ``start,end``; a quote over several lines always needs the second form."""
    lines = [" ".join(line.split()) for line in quote.splitlines() if line.strip()]
    if not lines:
        return ""
    if len(lines) == 1 and len(lines[0]) <= _WHOLE_UP_TO:
        return _encode(lines[0])
    first, last = _first_words(lines[0]), _last_words(lines[-1])
    if len(lines) == 1 and len(first) + len(last) >= len(lines[0]):
        return _encode(lines[0])
    return f"{_encode(first)},{_encode(last)}"


def _first_words(line: str) -> str:
    return " ".join(line.split(" ")[:_WORDS_AT_EACH_END])


def _last_words(line: str) -> str:
    return " ".join(line.split(" ")[-_WORDS_AT_EACH_END:])


def _encode(words: str) -> str:
    """Percent-encoded; ``-`` and ``,`` too, which part the pieces of a text fragment."""
    return percent_encode(words, safe="").replace("-", "%2D")
