"""Tells what of a page its readers see: no scripts, no menus, nothing that is hidden."""

import re
from collections.abc import Iterator
from itertools import islice

from retrieval.markdown.hiding import hides
from retrieval.markdown.html.tree import Element, all_text, around, classes_of, name_of

_UNSEEN_TAGS = frozenset({
    "script", "style", "template", "noscript", "head", "title", "meta", "link", "base", "svg",
    "canvas", "nav", "button", "input", "select", "textarea", "option", "optgroup", "datalist",
    "source", "track", "param", "area", "col", "colgroup", "frame", "frameset", "noframes",
    "noembed", "dialog", "progress", "meter",
})  # fmt: skip
_LINE_NUMBERS = frozenset({
    "gutter", "lineno", "linenos", "linenodiv", "line-numbers", "line-numbers-rows", "lnt",
    "ln", "rouge-gutter", "blob-num", "hljs-ln-numbers", "linenumber", "line-number",
    "linenumbers",
})  # fmt: skip
_NUMBER_TAGS = frozenset({"td", "th", "span", "a"})
_ANCHOR_MARKS = re.compile(r"anchor|permalink|headerlink|heading-?link|hash-?link")
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
# What a button may be the only words of.
_NAMED_BY_BUTTONS = _HEADINGS | {"summary", "dt"}


def is_formula_script(element: Element) -> bool:
    return name_of(element) == "script" and (element.get("type") or "").startswith("math/tex")


def is_seen(element: Element) -> bool:
    name = name_of(element)
    if name in _UNSEEN_TAGS:
        return _is_seen_after_all(element, name)
    if not name:
        return False
    if not element.attrib:
        return True
    return not (_is_hidden(element) or _is_machinery(element, name))


def content(element: Element) -> Iterator[str | Element]:
    """The texts and elements right inside, in order, without what nobody sees."""
    if element.text:
        yield element.text
    for child in element:
        if is_seen(child):
            yield child
        if child.tail:
            yield child.tail


def words_of(element: Element) -> str:
    """Everything that is written inside, as it stands there."""
    pieces = content(element)
    return "".join(
        piece if isinstance(piece, str) else "\n" if name_of(piece) == "br" else words_of(piece)
        for piece in pieces
    )


def _is_seen_after_all(element: Element, name: str) -> bool:
    if name == "script":
        return is_formula_script(element)
    if name == "button":
        return any(name_of(one) in _NAMED_BY_BUTTONS for one in around(element))
    return name == "dialog" and element.get("open") is not None


def _is_hidden(element: Element) -> bool:
    if hides({str(name): str(value) for name, value in element.attrib.items()}):
        return True
    if element.get("aria-hidden") != "true":
        return False
    # A sign for looks is hidden from ears; words that are hidden from ears are still seen.
    return not any(char.isalnum() for char in all_text(element))


def _is_machinery(element: Element, name: str) -> bool:
    classes = classes_of(element)
    if not _LINE_NUMBERS.isdisjoint(classes):
        return name in _NUMBER_TAGS or "linenodiv" in classes
    if any(one.startswith("mathjax") for one in classes):
        return any(map(is_formula_script, islice(element.itersiblings(), 3)))
    return name == "a" and _is_anchor_mark(element, classes)


def _is_anchor_mark(element: Element, classes: list[str]) -> bool:
    """A heading's link to itself, which stands beside the heading's own words."""
    if not any(_ANCHOR_MARKS.search(one) for one in classes):
        return False
    heading = next((one for one in around(element) if name_of(one) in _HEADINGS), None)
    if heading is None:
        return False
    words = all_text(element).strip()
    return words != all_text(heading).strip()
