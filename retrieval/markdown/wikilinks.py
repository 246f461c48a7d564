"""Turns wikilinks, as Obsidian writes them, into links that every reader of Markdown knows."""

import re

from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out

_LINK = re.compile(r"!?\[\[(?P<target>[^\[\]|\n]*?)(?:\\?\|(?P<label>[^\[\]\n]*))?\]\](?![(\[])")
_FILE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp3|wav|ogg|m4a|mp4|webm|mov)$", re.I)
# The size of a picture, which stands where a label does.
_SIZE = re.compile(r"\d+(?:x\d+)?")


def with_links(markdown: str) -> str:
    """``[[note|words]]`` becomes ``[words](<note>)``; code stays byte for byte.

    An embedded note becomes a link to it, an embedded file what its label says. A number in
    two brackets is no link but a reference.
    """
    return take_out(markdown, {"![[": _link, "[[": _link})


def _link(code: CodeMap, at: int) -> Cut | None:
    found = _LINK.match(code.text, at)
    if found is None or found["target"].strip().isdigit():
        return None
    target = found["target"].strip()
    label = (found["label"] or "").strip()
    if _FILE.search(target.partition("#")[0]):
        return Cut(found.end(), "" if _SIZE.fullmatch(label) else label)
    name, _, place = target.partition("#")
    # A block's own mark ("^a1b2") is seen by nobody.
    place = "" if place.startswith("^") else place.replace("#", " > ")
    words = label or " > ".join(filter(None, [name, place]))
    if not words:
        return Cut(found.end())
    goal = name if name else f"#{place}"
    return Cut(found.end(), f"[{words}](<{goal}>)" if "<" not in goal + words else words)
