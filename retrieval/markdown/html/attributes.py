"""Spells out what a page keeps in attributes alone, and a script shows there: Substack's way."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, all_text, is_blank, name_of, parse_html

_KEPT = "data-attrs"
_FORMULA = "persistentExpression"
# Words among what is kept there, in the order in which they are shown.
_WORDY = ("full_text", "title", "subtitle", "truncated_body_text", "name", "caption")
_LONE = frozenset({"img", "source", "input", "br", "hr"})


def spell_out(root: Element) -> None:
    """Give each empty element the words that it shows."""
    for one in root.iter():
        if one.get(_KEPT) is None or name_of(one) in _LONE or not is_blank(all_text(one)):
            continue
        kept = _kept_in(one)
        if isinstance(formula := kept.get(_FORMULA), str):
            shown = etree.SubElement(one, "span", {"class": "math"})
            shown.text = f"\\({formula}\\)" if name_of(one) == "span" else f"\\[{formula}\\]"
        elif name_of(one) == "span":
            one.text = " ".join(_words(kept))
        else:
            for words in _words(kept):
                etree.SubElement(one, "p").text = words


def _kept_in(element: Element) -> Mapping[str, Any]:
    try:
        kept = json.loads(element.get(_KEPT) or "")
    except (ValueError, RecursionError):
        return {}
    gallery = kept.get("gallery") if isinstance(kept, dict) else None
    found = gallery if isinstance(gallery, dict) else kept
    return found if isinstance(found, dict) else {}


def _words(kept: Mapping[str, Any]) -> Iterator[str]:
    for name in _WORDY:
        written = kept.get(name)
        page = parse_html(written) if isinstance(written, str) else None
        if page is not None and (words := words_of(page).strip()):
            yield words
