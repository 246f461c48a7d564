"""Knows HTML that its author keeps from all eyes, and takes it out of Markdown; pure."""

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape

from retrieval.markdown.code import CodeMap, opens_line
from retrieval.markdown.scanning import Cut, take_out

# Read aloud, or by the author while writing, only.
_UNSEEN_CLASSES = frozenset({
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only",
    "hide-text",
})  # fmt: skip
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])"
    r"|opacity\s*:\s*0(?:\.0*)?(?![.\d])|(?<![-\w])color\s*:\s*transparent"
    r"|(?:left|top|right|bottom|text-indent)\s*:\s*-\d{3,}"
)
_UNSEEN_TAGS = frozenset({"template", "noscript"})
_EMPTY_TAGS = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"})
# A browser ends these where the next block begins.
_ENDED_BY_OTHERS = frozenset({"p", "li", "dt", "dd", "td", "th", "tr"})
# Bounds that no author's tag comes near, so that an open quotation mark costs little.
_TAG = re.compile(
    r"<([A-Za-z][A-Za-z0-9-]*)"
    r"((?:\s+[^\s\"'<>/=]{1,100}(?:\s*=\s*(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'"
    r"|[^\s\"'=<>`]{1,2000}))?){0,50}+)\s*(/?)>"
)
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")


def hides(attributes: Mapping[str, str]) -> bool:
    """Whether an element with these attributes, named in lower case, is seen by nobody."""
    hidden = attributes.get("hidden")
    if hidden is not None and hidden.lower() != "until-found":
        return True
    if _HIDING_STYLE.search(attributes.get("style", "").lower()):
        return True
    return not _UNSEEN_CLASSES.isdisjoint(attributes.get("class", "").lower().split())


def without_hidden(text: str) -> str:
    """Raw HTML that hides its words goes with all that it holds; code stays."""
    return take_out(text, {"<": _hidden_element})


def _hidden_element(code: CodeMap, at: int) -> Cut | None:
    tag = _TAG.match(code.text, at)
    # A name with a capital is a component, whose attributes are its own.
    if tag is None or not tag[1].islower():
        return None
    name = tag[1]
    if name not in _UNSEEN_TAGS and not hides(_attributes(tag[2])):
        return None
    if name in _EMPTY_TAGS or tag[3]:
        return Cut(tag.end())
    return Cut(_end_of(code, name, tag.end(), opened=at))


def _attributes(written: str) -> dict[str, str]:
    return {
        name.lower(): unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(written)
    }


def _end_of(code: CodeMap, name: str, start: int, *, opened: int) -> int:
    """Past the closing tag; one that is missing hides what a browser would hide."""
    depth, at, limit = 1, start, code.reach(start)
    while depth and (tag := code.find(_tags(name), at, limit)):
        at = code.block_end(tag.start())
        if not at:
            at = tag.end()
            depth += -1 if tag[1] else 1
    if not depth:
        return at
    code.note_vain(limit - start)
    is_block = opens_line(code.text, opened) and name not in _ENDED_BY_OTHERS
    return len(code.text) if is_block else max(start, code.paragraph_end(start))


@lru_cache(maxsize=64)
def _tags(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){re.escape(name)}(?![\w-])[^<>]{{0,2000}}>", re.IGNORECASE)
